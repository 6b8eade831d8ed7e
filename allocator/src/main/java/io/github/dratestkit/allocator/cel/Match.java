package io.github.dratestkit.allocator.cel;

/** Whether a selector chooses one device. */
public sealed interface Match {

  /** The device is chosen. */
  record Yes() implements Match {}

  /** The device is not chosen. */
  record No() implements Match {}

  /**
   * The selector failed on the device.
   *
   * @param failure the error
   */
  record Failed(Evaluation.Failed failure) implements Match {}
}
