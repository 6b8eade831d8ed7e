package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes that are made together, each in some strength. */
record Remedy(List<Use> uses) {

  static final Remedy NONE = new Remedy(List.of());

  /** A proposal and the place of the strength in which it is used. */
  record Use(Proposal proposal, int strength) {
    Change change() {
      return proposal.change(strength);
    }
  }

  Remedy with(Proposal proposal) {
    List<Use> more = new ArrayList<>(uses);
    more.add(new Use(proposal, proposal.strongest()));
    return new Remedy(more);
  }

  Remedy without(int place) {
    List<Use> fewer = new ArrayList<>(uses);
    fewer.remove(place);
    return new Remedy(fewer);
  }

  Remedy with(int place, int strength) {
    List<Use> changed = new ArrayList<>(uses);
    changed.set(place, new Use(uses.get(place).proposal(), strength));
    return new Remedy(changed);
  }

  Set<Proposal> proposals() {
    return uses.stream().map(Use::proposal).collect(Collectors.toSet());
  }

  List<Change> changes() {
    return uses.stream().map(Use::change).toList();
  }

  Trial madeTo(Trial start, ChangedTrial changed) {
    Trial trial = start;
    for (Use use : uses) {
      trial = changed.of(trial, use.change());
    }
    return trial;
  }
}
