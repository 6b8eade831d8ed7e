package io.github.dratestkit.allocator.cel;

/** What the evaluation of one node costs. */
@FunctionalInterface
interface Charge {

  Charge NOTHING = (tracker, result) -> {};

  Charge ONE = fixed(1);

  void apply(CostTracker tracker, Object result);

  /** Returns a charge that is always the same. */
  static Charge fixed(long amount) {
    return amount == 0 ? NOTHING : (tracker, result) -> tracker.add(amount);
  }

  /** Returns this charge and then another. */
  default Charge and(Charge next) {
    return (tracker, result) -> {
      apply(tracker, result);
      next.apply(tracker, result);
    };
  }
}
