package io.github.dratestkit.apiserver.lint;

import java.util.List;

/** All advice that lint gives. */
final class Advices {

  static final List<Advice> ALL =
      List.of(
          new AttributeNames(),
          new GenerationBump(),
          new PoolCompleteness(),
          new Counters(),
          new Selection(),
          new ObjectSize(),
          new DeviceNames(),
          new Partitions());

  private Advices() {}
}
