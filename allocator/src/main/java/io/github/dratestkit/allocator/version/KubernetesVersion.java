package io.github.dratestkit.allocator.version;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A minor version of Kubernetes that the laboratory can be. 1.37 is 1.37.2 itself; the older ones
 * are what 1.37.2 emulates with {@code --emulated-version}.
 */
public enum KubernetesVersion {
  V1_34,
  V1_35,
  V1_36,
  V1_37;

  /** The newest version, which is used when nobody says otherwise. */
  public static final KubernetesVersion LATEST = V1_37;

  /**
   * Returns the version that {@code text} names, such as {@code 1.37}.
   *
   * @throws IllegalArgumentException if it is none of the known ones, with the list of those
   */
  public static KubernetesVersion parse(String text) {
    return Arrays.stream(values())
        .filter(version -> version.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown Kubernetes version \""
                        + text
                        + "\": choose one of "
                        + Arrays.stream(values())
                            .map(KubernetesVersion::toString)
                            .collect(Collectors.joining(", "))));
  }

  /** Returns the minor number, 37 for 1.37. */
  public int minor() {
    return 34 + ordinal();
  }

  /** Returns the version before this one, or this one if it is the oldest known. */
  public KubernetesVersion previous() {
    return ordinal() == 0 ? this : values()[ordinal() - 1];
  }

  @Override
  public String toString() {
    return "1." + minor();
  }
}
