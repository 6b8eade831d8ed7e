package io.github.dratestkit.controlplane.claims;

/**
 * The prefix of a name for a claim that is made for a pod or a pod group. Source: {@code
 * pkg/controller/resourceclaim/controller.go}, 1.37.
 */
final class GeneratedName {

  /** A name has 63 characters, of which a hyphen and five random ones are kept free. */
  private static final int LONGEST = 57;

  private GeneratedName() {}

  /**
   * Returns {@code owner-entry-}; where that is too long, as much of both names as keeps their
   * proportion, and then without the hyphen at the end.
   */
  static String of(String owner, String entry) {
    String whole = owner + "-" + entry + "-";
    int length = whole.length();
    if (length <= LONGEST) {
      return whole;
    }
    return owner.substring(0, owner.length() * LONGEST / length)
        + "-"
        + entry.substring(0, entry.length() * LONGEST / length);
  }
}
