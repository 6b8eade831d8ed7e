package io.github.dratestkit.controlplane.faults;

/**
 * A place where something may go wrong: a call of a loop, and what goes wrong there.
 *
 * @param call such as {@code PUT resourceclaims/status}
 */
record Point(String loop, String call, Injected fault) {

  boolean isAt(String otherLoop, String otherCall) {
    return loop.equals(otherLoop) && call.equals(otherCall);
  }

  @Override
  public String toString() {
    return loop + ": " + call + ": " + fault;
  }
}
