package io.github.dratestkit.allocator;

import io.github.dratestkit.allocator.search.DeviceExpressions;

/** The step to the expression language; it accepts every selector until that language is here. */
final class CompiledExpressions implements DeviceExpressions {

  private static final DeviceExpressions SHARED = new CompiledExpressions();

  static DeviceExpressions shared() {
    return SHARED;
  }

  @Override
  public Selector selector(String expression) {
    return device -> true;
  }

  @Override
  public Derivation derivation(String expression) throws Failure {
    throw new Failure("derived attributes are not understood yet");
  }
}
