package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CompiledDevice;

/**
 * What the best solution is best in. Costs are whole numbers, added up; the unit is the goal's own.
 * A solution costs what its alternatives and devices cost each, and what the devices cost together.
 */
public interface Goal {

  /**
   * Returns what it costs to serve a request by an alternative.
   *
   * @param rank the place of the alternative in the order of preference; the first has 0
   */
  default long ofAlternative(int rank) {
    return 0;
  }

  /**
   * Returns what it costs to choose the device.
   *
   * @param asked the capacity that the request asks for
   */
  default long ofDevice(CompiledDevice device, Asked asked) {
    return 0;
  }

  /** Returns what the choices cost together. */
  default long together(Choices choices) {
    return 0;
  }

  /** Returns no more than any choices cost together that begin with these. */
  default long togetherAtLeast(Choices choices) {
    return 0;
  }

  /** Returns what two devices must have in common to cost the same in every choice. */
  default Object likeness(CompiledDevice device) {
    return "";
  }

  /**
   * Returns what decides, apart from what is still free, what these choices and further ones cost
   * together.
   */
  default long memory(Choices choices) {
    return 0;
  }
}
