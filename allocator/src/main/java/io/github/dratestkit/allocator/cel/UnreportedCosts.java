package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a failed part of an expression cost. The engine reports nodes that have a value only;
 * upstream pays for a failed one too, which counts where a logical operator absorbs the failure. It
 * evaluates both arguments of a call of two before it looks whether one failed, and stops at the
 * first that failed of more, of a list and of a map.
 */
final class UnreportedCosts {

  private static final Set<String> ONLY_FIRST = Set.of("or", "orValue");
  private static final Object FAILURE = new Object();

  private final CelAbstractSyntaxTree ast;
  private final Constants constants;
  private final AttributeCosts attributes;

  UnreportedCosts(CelAbstractSyntaxTree ast, Constants constants, AttributeCosts attributes) {
    this.ast = ast;
    this.constants = constants;
    this.attributes = attributes;
  }

  /** Returns what the nodes cost that failed. */
  long failed(CelExpr node, CostTracker tracker) {
    if (hasValue(node, tracker)) {
      return 0;
    }
    return switch (node.getKind()) {
      case SELECT -> failedChain(attributes.chain(node), tracker);
      case CALL -> failedCall(node, tracker);
      case LIST -> firstFailed(node.list().elements(), tracker) + Sizes.LIST_CREATION;
      case MAP -> {
        List<CelExpr> parts = new ArrayList<>();
        node.map()
            .entries()
            .forEach(
                entry -> {
                  parts.add(entry.key());
                  parts.add(entry.value());
                });
        yield firstFailed(parts, tracker) + Sizes.MAP_CREATION;
      }
      case COMPREHENSION -> failedComprehension(node.comprehension(), tracker);
      case CONSTANT, IDENT, STRUCT, NOT_SET -> 0;
    };
  }

  /** Says whether a chain of fields ended at a list. */
  boolean listWasAskedForField(CelExpr expression, CostTracker tracker) {
    return CelNavigableExpr.fromExpr(expression)
        .allNodes()
        .map(CelNavigableExpr::expr)
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.SELECT)
        .filter(node -> tracker.value((int) node.id()) == null)
        .map(attributes::chain)
        .anyMatch(chain -> AttributeCosts.endsAtList(chain, root(chain, tracker)));
  }

  private static @Nullable Object root(AttributeCosts.Chain chain, CostTracker tracker) {
    CelExpr root = chain.root();
    return root.getKind() == CelExpr.ExprKind.Kind.IDENT
        ? tracker.variable(root.ident().name())
        : tracker.value((int) root.id());
  }

  private long failedComprehension(CelExpr.CelComprehension comprehension, CostTracker tracker) {
    if (comprehension.accuVar().equals(SortLibrary.INPUT)
        && !hasValue(comprehension.accuInit(), tracker)) {
      throw panicked();
    }
    return hasValue(comprehension.iterRange(), tracker)
        ? failed(comprehension.loopStep(), tracker)
        : failed(comprehension.iterRange(), tracker);
  }

  private boolean hasValue(CelExpr node, CostTracker tracker) {
    return tracker.value((int) node.id()) != null || constants.isConstant(node);
  }

  private long firstFailed(List<CelExpr> nodes, CostTracker tracker) {
    return nodes.stream()
        .filter(node -> !hasValue(node, tracker))
        .findFirst()
        .map(node -> failed(node, tracker))
        .orElse(0L);
  }

  private long failedChain(AttributeCosts.Chain chain, CostTracker tracker) {
    CelExpr root = chain.root();
    long all = attributes.cost(chain);
    if (root.getKind() == CelExpr.ExprKind.Kind.IDENT) {
      Object value = tracker.variable(root.ident().name());
      return all - chain.fields().size() + AttributeCosts.resolvedFields(chain, value);
    }
    if (!hasValue(root, tracker)) {
      return failed(root, tracker) + (attributes.isAttribute(root) ? 0 : 1);
    }
    Object value = tracker.value((int) root.id());
    return all - chain.fields().size() + AttributeCosts.resolvedFields(chain, value);
  }

  private long failedCall(CelExpr node, CostTracker tracker) {
    CelCall call = node.call();
    List<CelExpr> arguments = arguments(call);
    CelExpr first = arguments.isEmpty() ? node : arguments.get(0);
    switch (call.function()) {
      case "_&&_", "_||_" -> {
        return failed(first, tracker) + failed(arguments.get(1), tracker);
      }
      case AttributeCosts.TERNARY -> {
        if (!hasValue(first, tracker)) {
          return failed(first, tracker);
        }
        CelExpr branch =
            arguments.get(Boolean.TRUE.equals(tracker.value((int) first.id())) ? 1 : 2);
        return failed(branch, tracker) - attributes.savedAsBranch(branch);
      }
      case AttributeCosts.INDEX, AttributeCosts.OPTIONAL_INDEX -> {
        return hasValue(first, tracker)
            ? failed(arguments.get(1), tracker) + attributes.indexCost(call)
            : failed(first, tracker) + (attributes.isAttribute(first) ? 0 : 1);
      }
      case AttributeCosts.OPTIONAL_SELECT, PresenceTests.FUNCTION -> {
        return failed(first, tracker) + (attributes.isAttribute(first) ? 0 : 1);
      }
      default -> {
        boolean free = ONLY_FIRST.contains(call.function()) || constants.isSetMembership(node);
        return free ? failed(first, tracker) : failedFunction(node, arguments, tracker);
      }
    }
  }

  private long failedFunction(CelExpr node, List<CelExpr> arguments, CostTracker tracker) {
    boolean argumentFailed = arguments.stream().anyMatch(each -> !hasValue(each, tracker));
    if (arguments.size() > 2 && argumentFailed) {
      return firstFailed(arguments, tracker);
    }
    String overload = Overloads.only(ast, node);
    if (overload != null) {
      requireNoPanic(overload, arguments.stream().map(each -> value(each, tracker)).toArray());
    }
    long cost = price(node, arguments, argument -> value(argument, tracker));
    boolean skips = false;
    for (CelExpr argument : arguments) {
      cost += skips ? skipped(argument, tracker) : failed(argument, tracker);
      skips |= !hasValue(argument, tracker);
    }
    return cost;
  }

  /** Returns what a node would have cost that the engine did not come to. */
  private long skipped(CelExpr node, CostTracker tracker) {
    if (constants.isConstant(node)) {
      return 0;
    }
    return switch (node.getKind()) {
      case IDENT -> 1;
      case SELECT -> {
        AttributeCosts.Chain chain = attributes.chain(node);
        boolean variable = chain.root().getKind() == CelExpr.ExprKind.Kind.IDENT;
        yield attributes.cost(chain) + (variable ? 0 : skipped(chain.root(), tracker));
      }
      case CALL -> skippedCall(node, tracker);
      case LIST -> skipped(node.list().elements(), tracker) + Sizes.LIST_CREATION;
      case MAP -> Sizes.MAP_CREATION;
      case STRUCT -> Sizes.STRUCT_CREATION;
      case CONSTANT, COMPREHENSION, NOT_SET -> 0;
    };
  }

  private long skipped(List<CelExpr> nodes, CostTracker tracker) {
    return nodes.stream().mapToLong(node -> skipped(node, tracker)).sum();
  }

  private long skippedCall(CelExpr node, CostTracker tracker) {
    List<CelExpr> arguments = arguments(node.call());
    long cost = skipped(arguments, tracker);
    return switch (node.call().function()) {
      case AttributeCosts.INDEX, AttributeCosts.OPTIONAL_INDEX ->
          cost + attributes.indexCost(node.call());
      case AttributeCosts.OPTIONAL_SELECT -> cost + 1;
      case AttributeCosts.TERNARY, "_&&_", "_||_" -> cost;
      default -> cost + price(node, arguments, argument -> value(argument, tracker));
    };
  }

  private long price(CelExpr node, List<CelExpr> arguments, Function<CelExpr, Object> values) {
    String overload = Overloads.only(ast, node);
    Object[] all = arguments.stream().map(values).toArray();
    return RuntimeFunctionCosts.of(node.call().function(), overload).of(all, FAILURE);
  }

  /**
   * Upstream panics where it pays for comparing the elements of what is no list, or for a depth
   * that is no number. Nothing absorbs that.
   */
  private static void requireNoPanic(String overload, Object[] arguments) {
    boolean compared = overload.equals("list_distinct") || overload.endsWith("_sort");
    boolean panics =
        (compared && !(arguments[0] instanceof Collection<?>))
            || (overload.endsWith("_sortByAssociatedKeys")
                && !(arguments[1] instanceof Collection<?>))
            || (overload.equals("list_flatten_list_int") && !(arguments[1] instanceof Long));
    if (panics) {
      throw panicked();
    }
  }

  private static EvaluationStopped panicked() {
    return new EvaluationStopped(Evaluation.Failure.OTHER, "internal error: interface conversion");
  }

  private static Object value(CelExpr node, CostTracker tracker) {
    @Nullable Object value = tracker.value((int) node.id());
    if (value == null && node.getKind() == CelExpr.ExprKind.Kind.CONSTANT) {
      CelConstant constant = node.constant();
      return switch (constant.getKind()) {
        case STRING_VALUE -> constant.stringValue();
        case BYTES_VALUE -> constant.bytesValue();
        case INT64_VALUE -> constant.int64Value();
        default -> FAILURE;
      };
    }
    return Objects.requireNonNullElse(value, FAILURE);
  }

  /** Returns what a call is given, its receiver first. */
  static List<CelExpr> arguments(CelCall call) {
    List<CelExpr> arguments = new ArrayList<>();
    call.target().ifPresent(arguments::add);
    arguments.addAll(call.args());
    return arguments;
  }
}
