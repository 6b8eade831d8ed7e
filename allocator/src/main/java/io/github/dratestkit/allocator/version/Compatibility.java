package io.github.dratestkit.allocator.version;

/**
 * Whether the allocator follows upstream where upstream is wrong. What differs, and where it was
 * reported, is listed in {@code docs/deviations.md}.
 */
public enum Compatibility {
  /** Upstream's answer, device by device, right or wrong. */
  UPSTREAM,
  /** The answer that the rules of the API and of the KEPs ask for. */
  RULES
}
