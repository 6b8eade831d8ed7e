package io.github.dratestkit.allocator;

/** What an attempt on one node would come to, without the devices: the class of its outcome. */
public enum NodeVerdict {
  /** The claims can be allocated. */
  FITS,
  /** This node cannot satisfy the claims now. */
  UNFIT,
  /** This node is ruled out by an invalid pool. */
  NODE_ERROR,
  /** The input is wrong; the attempt ends on every node. */
  FATAL,
  /** The budget ended the search. */
  STOPPED;

  static NodeVerdict of(Outcome outcome) {
    if (outcome instanceof Outcome.Allocated) {
      return FITS;
    }
    if (outcome instanceof Outcome.Unfit) {
      return UNFIT;
    }
    if (outcome instanceof Outcome.NodeError) {
      return NODE_ERROR;
    }
    return outcome instanceof Outcome.Fatal ? FATAL : STOPPED;
  }
}
