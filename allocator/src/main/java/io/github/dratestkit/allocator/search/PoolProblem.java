package io.github.dratestkit.allocator.search;

/**
 * A pool of this node that is not whole stands in the way of a request for all devices. Another
 * node may have none; upstream ends the attempt for all of them.
 */
final class PoolProblem extends FatalProblem {

  private static final long serialVersionUID = 1L;

  PoolProblem(String message) {
    super(message);
  }
}
