package io.github.dratestkit.allocator.value;

/**
 * One dotted part of a pre-release. Numbers come before words and compare as unsigned 64-bit; words
 * compare by their bytes.
 *
 * @param word the text, or empty if this is a number
 * @param number the number, 0 if this is a word
 */
record PreReleaseIdentifier(String word, long number) implements Comparable<PreReleaseIdentifier> {

  static PreReleaseIdentifier parse(String version, String text) {
    boolean numeric = text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!numeric) {
      return new PreReleaseIdentifier(text, 0);
    }
    if (text.length() > 1 && text.charAt(0) == '0') {
      throw MalformedVersionException.of(version);
    }
    return new PreReleaseIdentifier("", SemanticVersion.number(version, text));
  }

  @Override
  public int compareTo(PreReleaseIdentifier other) {
    if (word.isEmpty() || other.word.isEmpty()) {
      return word.isEmpty() && other.word.isEmpty()
          ? Long.compareUnsigned(number, other.number)
          : Boolean.compare(other.word.isEmpty(), word.isEmpty());
    }
    return Integer.signum(word.compareTo(other.word));
  }
}
