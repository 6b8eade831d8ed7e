package io.github.dratestkit.allocator.version;

/** Feature gates that no component would start with: unknown, locked, or without what they need. */
public final class FeatureGateException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  FeatureGateException(String message) {
    super(message);
  }
}
