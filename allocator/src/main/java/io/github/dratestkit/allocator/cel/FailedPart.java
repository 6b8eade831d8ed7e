package io.github.dratestkit.allocator.cel;

/**
 * Fails the node that takes the value of a failed part. The engine hands the failure of a logical
 * operator on as a value, also to those that cannot do with it.
 */
final class FailedPart extends RuntimeException {

  private static final long serialVersionUID = 1;

  FailedPart(Exception failure) {
    super(failure.getMessage(), failure, false, false);
  }
}
