package io.github.dratestkit.allocator;

import java.util.List;

/** Whether waiting can help: the difference between a node that is full and one that never fits. */
public sealed interface Room {

  /**
   * The claims fit once others release what they hold.
   *
   * @param release whose release makes them fit; no part of it is enough
   * @param least whether it is known that no smaller set would do
   */
  record FullNow(List<Holder> release, boolean least) implements Room {
    public FullNow {
      release = List.copyOf(release);
    }
  }

  /** No release helps: with every device free the claims would not fit either. */
  record ImpossibleHere() implements Room {}

  /** The search that would tell was too long. */
  record Undecided() implements Room {}
}
