package io.github.dratestkit.controlplane.faults;

/** Ends a loop as a crash does: nothing in it may catch this. */
final class LoopDied extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String loop;

  LoopDied(String loop) {
    super("the fault plan has killed " + loop, null, false, false);
    this.loop = loop;
  }

  String loop() {
    return loop;
  }
}
