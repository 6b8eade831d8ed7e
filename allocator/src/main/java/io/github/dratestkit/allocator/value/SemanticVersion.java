package io.github.dratestkit.allocator.value;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version by the rules of Semantic Versioning 2.0.0. Device attributes of type version hold one,
 * and CEL selectors compare them.
 *
 * <p>Numbers are unsigned 64-bit as in Kubernetes (blang/semver v4), so {@code
 * 18446744073709551615.0.0} is the largest major version. Build metadata takes part in {@link
 * #toString} but in no comparison: {@code 1.0.0+a} and {@code 1.0.0+b} are equal.
 *
 * @see <a href="https://semver.org/spec/v2.0.0.html">Semantic Versioning 2.0.0</a>
 */
public final class SemanticVersion implements Comparable<SemanticVersion> {

  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String IDENTIFIERS = "([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)";
  private static final Pattern SYNTAX =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(?:-"
              + IDENTIFIERS
              + ")?(?:\\+"
              + IDENTIFIERS
              + ")?");

  private final String text;
  private final long major;
  private final long minor;
  private final long patch;
  private final List<PreReleaseIdentifier> preRelease;

  private SemanticVersion(
      String text, long major, long minor, long patch, List<PreReleaseIdentifier> preRelease) {
    this.text = text;
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.preRelease = preRelease;
  }

  /**
   * Returns the version that {@code text} spells.
   *
   * @throws MalformedVersionException if it is not a version, with the reason
   */
  public static SemanticVersion parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw MalformedVersionException.of(text);
    }
    List<PreReleaseIdentifier> preRelease = new ArrayList<>();
    if (matcher.group(4) != null) {
      for (String identifier : matcher.group(4).split("\\.", -1)) {
        preRelease.add(PreReleaseIdentifier.parse(text, identifier));
      }
    }
    return new SemanticVersion(
        text,
        number(text, matcher.group(1)),
        number(text, matcher.group(2)),
        number(text, matcher.group(3)),
        List.copyOf(preRelease));
  }

  /** Returns the major number, to be read as unsigned. */
  public long major() {
    return major;
  }

  /** Returns the minor number, to be read as unsigned. */
  public long minor() {
    return minor;
  }

  /** Returns the patch number, to be read as unsigned. */
  public long patch() {
    return patch;
  }

  @Override
  public int compareTo(SemanticVersion other) {
    int order = Long.compareUnsigned(major, other.major);
    if (order == 0) {
      order = Long.compareUnsigned(minor, other.minor);
    }
    if (order == 0) {
      order = Long.compareUnsigned(patch, other.patch);
    }
    return order != 0 ? order : comparePreRelease(other);
  }

  private int comparePreRelease(SemanticVersion other) {
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      // A release comes after all of its pre-releases.
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    int common = Math.min(preRelease.size(), other.preRelease.size());
    for (int i = 0; i < common; i++) {
      int order = preRelease.get(i).compareTo(other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  // Equal versions may spell their build metadata differently, so the text takes no part.
  @Override
  public boolean equals(Object other) {
    return other instanceof SemanticVersion version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return ((Long.hashCode(major) * 31 + Long.hashCode(minor)) * 31 + Long.hashCode(patch)) * 31
        + preRelease.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  static long number(String text, String digits) {
    try {
      return Long.parseUnsignedLong(digits);
    } catch (NumberFormatException overflow) {
      throw MalformedVersionException.tooLarge(text, digits);
    }
  }
}
