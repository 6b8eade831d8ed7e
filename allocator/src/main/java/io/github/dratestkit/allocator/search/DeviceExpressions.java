package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.AttributeValue;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.List;

/** The expressions of classes and claims, compiled on first use and shared by all attempts. */
public interface DeviceExpressions {

  /** An expression that cannot be compiled or that failed on a device. */
  final class Failure extends Exception {

    private static final long serialVersionUID = 1L;

    public Failure(String message) {
      super(message, null, false, false);
    }

    public String text() {
      return String.valueOf(getMessage());
    }
  }

  /** A compiled selector. */
  interface Selector {

    /**
     * Says whether the device is selected.
     *
     * @throws Failure if the expression fails on this device
     */
    boolean matches(CompiledDevice device) throws Failure;
  }

  /** A compiled derived attribute. */
  interface Derivation {

    /**
     * Computes the attribute.
     *
     * @throws Failure if the expression fails on this device
     */
    AttributeValue derive(CompiledDevice device) throws Failure;
  }

  /**
   * Compiles a selector.
   *
   * @throws Failure if the expression cannot be compiled
   */
  Selector selector(String expression) throws Failure;

  /**
   * Returns an object that stands for these selectors, all of which a device must match: the same
   * object for the same selectors, as a key to what is known about them.
   */
  Object conjunction(List<String> expressions);

  /**
   * Compiles the expression of a derived attribute.
   *
   * @throws Failure if the expression cannot be compiled
   */
  Derivation derivation(String expression) throws Failure;
}
