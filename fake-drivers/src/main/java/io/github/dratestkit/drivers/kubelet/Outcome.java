package io.github.dratestkit.drivers.kubelet;

/** Who is told, once, how something ended that takes a while. */
interface Outcome {

  /** All is done. */
  void done();

  /** It could not be done now. */
  void failed(String reason);

  /** Returns an outcome that does {@code more} before it says that all is done. */
  default Outcome then(Runnable more) {
    Outcome outer = this;
    return new Outcome() {
      @Override
      public void done() {
        more.run();
        outer.done();
      }

      @Override
      public void failed(String reason) {
        outer.failed(reason);
      }
    };
  }
}
