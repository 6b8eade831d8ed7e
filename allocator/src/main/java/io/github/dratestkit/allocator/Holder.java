package io.github.dratestkit.allocator;

/** Who holds devices that others want. */
public sealed interface Holder {

  /**
   * An allocated claim.
   *
   * @param name {@code NAMESPACE/NAME}
   */
  record Claim(String name) implements Holder {
    @Override
    public String toString() {
      return "claim " + name;
    }
  }

  /** A device whose use is known, but not by which claim. */
  record Device(String driver, String pool, String name) implements Holder {
    @Override
    public String toString() {
      return "device " + driver + "/" + pool + "/" + name;
    }
  }
}
