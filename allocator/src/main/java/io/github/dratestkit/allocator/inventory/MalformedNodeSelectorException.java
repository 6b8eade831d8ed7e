package io.github.dratestkit.allocator.inventory;

/** A node selector that cannot be understood; the attempt cannot go on then. */
public final class MalformedNodeSelectorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MalformedNodeSelectorException(String message) {
    super(message, null, false, false);
  }
}
