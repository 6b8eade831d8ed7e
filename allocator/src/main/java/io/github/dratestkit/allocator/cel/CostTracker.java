package io.github.dratestkit.allocator.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.ErrorValue;
import dev.cel.runtime.CelEvaluationListener;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the cost of one evaluation and ends it at the limit. The engine reports each node with
 * its value as soon as it has one, arguments before calls.
 *
 * <p>It is used by one evaluation only, on one thread.
 */
@SuppressWarnings("ThreadSafe")
final class CostTracker implements CelEvaluationListener {

  /** How many steps of comprehensions go by between two questions to the caller. */
  private static final int CHECK_FREQUENCY = 100;

  private final RuntimeCosts costs;
  private final DeviceValue device;
  private final Interrupt interrupt;
  private final @Nullable Object[] values;
  private final long[] marks;
  private long cost;
  private int steps;

  CostTracker(RuntimeCosts costs, DeviceValue device, Interrupt interrupt) {
    this.costs = costs;
    this.device = device;
    this.interrupt = interrupt;
    this.values = new Object[costs.size()];
    this.marks = new long[costs.marks()];
  }

  long cost() {
    return cost;
  }

  @Override
  public void callback(CelExpr expression, Object value) {
    int id = (int) expression.id();
    if (id <= 0 || id >= values.length) {
      return;
    }
    values[id] = value;
    costs.charge(id).apply(this, value);
    if (cost > CelEnvironment.MAXIMUM_COST) {
      throw new EvaluationStopped(
          Evaluation.Failure.COST_LIMIT, "operation cancelled: actual cost limit exceeded");
    }
    if (value instanceof ErrorValue error && costs.isStrict(id)) {
      throw new FailedPart(error.value());
    }
  }

  void add(long amount) {
    cost += amount;
  }

  /** Returns the value that the node had last, or null if it had none. */
  @Nullable Object value(int id) {
    return id < values.length ? values[id] : null;
  }

  /** Returns the value of a variable, or null if it is none of the whole expression. */
  @Nullable Object variable(String name) {
    return name.equals(DeviceValue.VARIABLE) ? device : null;
  }

  /** Makes a node one that was not evaluated yet. */
  void forget(int id) {
    if (id < values.length) {
      values[id] = null;
    }
  }

  /** Remembers the cost now, unless there is a memory already. */
  void mark(int slot) {
    if (marks[slot] == 0) {
      marks[slot] = cost + 1;
    }
  }

  /** Goes back to the remembered cost and forgets it; returns false if there was none. */
  boolean reset(int slot) {
    if (marks[slot] == 0) {
      return false;
    }
    cost = marks[slot] - 1;
    marks[slot] = 0;
    return true;
  }

  /** Returns true at every other call for the slot, the first one included. */
  boolean toggle(int slot) {
    marks[slot] = 1 - marks[slot];
    return marks[slot] == 1;
  }

  /** Counts a step of a comprehension. */
  void step() {
    if (++steps % CHECK_FREQUENCY == 0 && interrupt.requested()) {
      throw new EvaluationStopped(Evaluation.Failure.INTERRUPTED, "operation interrupted");
    }
  }
}
