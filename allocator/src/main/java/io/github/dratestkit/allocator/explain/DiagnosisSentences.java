package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.Diagnosis;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.Explanation.Verdict;
import io.github.dratestkit.allocator.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says a diagnosis in sentences. */
final class DiagnosisSentences {

  private DiagnosisSentences() {}

  static List<Explanation> of(Diagnosis diagnosis) {
    List<Explanation> sentences = new ArrayList<>();
    sentences.add(Explanation.of("conflict", Verdict.REFUSED, conflict(diagnosis)));
    sentences.add(Explanation.of("verdict", Verdict.REFUSED, room(diagnosis.room())));
    for (List<Change> remedy : diagnosis.remedies()) {
      sentences.add(
          Explanation.of("remedy", Verdict.NOT_TRIED, "it would fit with " + listed(remedy)));
    }
    if (diagnosis.remedies().isEmpty()) {
      String reason =
          diagnosis.exhaustive()
              ? "no few changes of the claims, classes or devices make it fit"
              : "none found; the search for one was too long";
      sentences.add(Explanation.of("remedy", Verdict.REFUSED, reason));
    }
    return sentences;
  }

  private static String conflict(Diagnosis diagnosis) {
    return switch (diagnosis.conflict().size()) {
      case 0 -> "undecided: the search for the least conflict was too long";
      case 1 -> "cannot be satisfied even alone: " + diagnosis.conflict().get(0);
      default ->
          "cannot be satisfied together, though every part of it can: "
              + listed(diagnosis.conflict());
    };
  }

  private static String room(Room room) {
    if (room instanceof Room.ImpossibleHere) {
      return "impossible here: no release of devices would help";
    }
    if (room instanceof Room.FullNow full) {
      return "full now: it would fit after the release of "
          + listed(full.release())
          + (full.least() ? "" : " (perhaps of fewer)");
    }
    return "undecided: the search was too long";
  }

  private static String listed(List<?> items) {
    return items.stream().map(String::valueOf).collect(Collectors.joining(" and "));
  }
}
