package io.github.dratestkit.allocator.gang;

/** How much of a search is left. */
final class Effort {

  /** Thrown when nothing is left; the search has then proved nothing. */
  static final class Exhausted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("the search for a gang was too long", null, false, false);
    }
  }

  private int left;

  Effort(int allocations) {
    this.left = allocations;
  }

  void spend() {
    if (left-- <= 0) {
      throw new Exhausted();
    }
  }
}
