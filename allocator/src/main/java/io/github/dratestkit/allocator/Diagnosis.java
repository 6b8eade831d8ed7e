package io.github.dratestkit.allocator;

import java.util.List;

/**
 * What is wrong when claims do not fit on a node, and what would help, in a form that a program can
 * act on. Every statement was tried: a remedy or a release is listed only after the claims were
 * allocated with it.
 *
 * @param conflict demands that cannot be met together, though every proper part of them can; empty
 *     if the search that would tell was too long
 * @param room whether a release of devices would help, and of which
 * @param remedies the least changes: each list makes all claims fit and no shorter one was found;
 *     empty if there is none of a reasonable size
 * @param exhaustive whether every smaller set of the changes that the allocator knows was tried, so
 *     that no remedy is shorter than those listed
 */
public record Diagnosis(
    List<ClaimPart> conflict, Room room, List<List<Change>> remedies, boolean exhaustive) {

  public Diagnosis {
    conflict = List.copyOf(conflict);
    remedies = remedies.stream().map(List::copyOf).toList();
  }
}
