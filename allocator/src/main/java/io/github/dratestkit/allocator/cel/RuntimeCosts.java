package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelReference;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelKind;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The price list of one expression: for each node, what its evaluation costs. It is made once, when
 * the expression is compiled.
 *
 * <p>The prices are cel-go's ({@code interpreter/runtimecost.go} with the settings of Kubernetes
 * 1.37). cel-go folds constants before it runs, so literals and conversions of literals are free.
 * It also takes chains of fields and indices as one attribute, which costs 1, and 1 for each
 * qualifier.
 */
final class RuntimeCosts {

  private static final Set<String> CONVERSIONS =
      Set.of(
          "bool",
          "bytes",
          "double",
          "duration",
          "dyn",
          "int",
          "string",
          "timestamp",
          "type",
          "uint");
  private static final Set<String> FREE = Set.of("or", "orValue");
  private static final String TERNARY = "_?_:_";
  private static final String AND = "_&&_";
  private static final String OR = "_||_";
  private static final String IN = "@in";
  private static final String INDEX = "_[_]";
  private static final String OPTIONAL_INDEX = "_[?_]";
  private static final String OPTIONAL_SELECT = "_?._";

  private final CelAbstractSyntaxTree ast;
  private final List<Charge> charges = new ArrayList<>();
  private int marks;

  private RuntimeCosts(CelAbstractSyntaxTree ast) {
    this.ast = ast;
  }

  static RuntimeCosts of(CelAbstractSyntaxTree ast) {
    RuntimeCosts costs = new RuntimeCosts(ast);
    costs.visit(ast.getExpr());
    return costs;
  }

  int size() {
    return charges.size();
  }

  /** Returns how many places an evaluation needs to remember a cost. */
  int marks() {
    return marks;
  }

  Charge charge(int id) {
    return charges.get(id);
  }

  private void set(CelExpr node, Charge charge) {
    int id = (int) node.id();
    while (charges.size() <= id) {
      charges.add(Charge.NOTHING);
    }
    charges.set(id, charge);
  }

  private void visit(CelExpr node) {
    set(node, Charge.NOTHING);
    if (isConstant(node)) {
      return;
    }
    switch (node.getKind()) {
      case IDENT -> set(node, Charge.ONE);
      case SELECT -> visitSelect(node);
      case CALL -> visitCall(node);
      case LIST -> {
        node.list().elements().forEach(this::visit);
        set(node, Charge.fixed(Sizes.LIST_CREATION));
      }
      case MAP -> {
        for (CelMap.Entry entry : node.map().entries()) {
          visit(entry.key());
          visit(entry.value());
        }
        set(node, Charge.fixed(Sizes.MAP_CREATION));
      }
      case STRUCT -> {
        node.struct().entries().forEach(entry -> visit(entry.value()));
        set(node, Charge.fixed(Sizes.STRUCT_CREATION));
      }
      case COMPREHENSION -> visitComprehension(node.comprehension());
      case CONSTANT, NOT_SET -> {}
    }
  }

  private void visitSelect(CelExpr node) {
    visit(node.select().operand());
    long cost = selectCost(node);
    if (!node.select().testOnly()) {
      set(node, Charge.fixed(cost));
      return;
    }
    // The engine reports a presence test twice.
    int slot = marks++;
    set(
        node,
        (tracker, result) -> {
          if (tracker.toggle(slot)) {
            tracker.add(cost);
          }
        });
  }

  /** The engine reports a chain of fields once, so its last field pays for all of them. */
  private long selectCost(CelExpr node) {
    CelExpr operand = node.select().operand();
    long cost = node.select().testOnly() ? 0 : 1;
    return switch (operand.getKind()) {
      case SELECT -> operand.select().testOnly() ? cost + 1 : cost + selectCost(operand);
      case IDENT -> isConstant(operand) ? cost + 1 : cost + 1;
      case CONSTANT, CALL, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET ->
          cost + (isAttribute(operand) ? 0 : 1);
    };
  }

  private long presenceCost(CelExpr operand) {
    return operand.getKind() == CelExpr.ExprKind.Kind.SELECT && !operand.select().testOnly()
        ? 0
        : isAttribute(operand) ? 0 : 1;
  }

  /**
   * What a logical operator absorbs was paid for: where it has a result without its left side, that
   * side failed, and the engine reported only what came before the failure.
   */
  private Charge absorbedCharge(CelExpr left) {
    if (isConstant(left) || left.getKind() == CelExpr.ExprKind.Kind.COMPREHENSION) {
      return Charge.NOTHING;
    }
    int[] ids = ids(left);
    return (tracker, result) -> {
      if (tracker.value((int) left.id()) == null) {
        tracker.add(unreported(left, tracker));
      }
      for (int id : ids) {
        tracker.forget(id);
      }
    };
  }

  private static int[] ids(CelExpr root) {
    return CelNavigableExpr.fromExpr(root).allNodes().mapToInt(node -> (int) node.id()).toArray();
  }

  /** Returns what the nodes cost that failed or would have come after. */
  private long unreported(CelExpr node, CostTracker tracker) {
    if (tracker.value((int) node.id()) != null || isConstant(node)) {
      return 0;
    }
    return switch (node.getKind()) {
      case SELECT -> {
        CelExpr operand = node.select().operand();
        yield selectCost(node)
            + (operand.getKind() == CelExpr.ExprKind.Kind.SELECT
                ? 0
                : unreported(operand, tracker));
      }
      case CALL -> unreportedCall(node.call(), tracker);
      case CONSTANT, IDENT, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET -> 0;
    };
  }

  private long unreportedCall(CelCall call, CostTracker tracker) {
    long cost = 0;
    if (call.target().isPresent()) {
      cost += unreported(call.target().get(), tracker);
    }
    for (CelExpr argument : call.args()) {
      cost += unreported(argument, tracker);
    }
    return switch (call.function()) {
      case INDEX -> cost + indexCost(call);
      case AND, OR, TERNARY, OPTIONAL_INDEX, OPTIONAL_SELECT -> cost;
      default -> cost + (FREE.contains(call.function()) || isSetMembership(call) ? 0 : 1);
    };
  }

  private void visitComprehension(CelComprehension comprehension) {
    visit(comprehension.iterRange());
    visit(comprehension.accuInit());
    visit(comprehension.loopCondition());
    visit(comprehension.loopStep());
    visit(comprehension.result());
    int step = (int) comprehension.loopStep().id();
    charges.set(step, charges.get(step).and((tracker, result) -> tracker.step()));
  }

  private void visitCall(CelExpr node) {
    CelCall call = node.call();
    call.target().ifPresent(this::visit);
    call.args().forEach(this::visit);
    String function = call.function();
    switch (function) {
      case INDEX -> set(node, Charge.fixed(indexCost(call)));
      case OPTIONAL_INDEX -> {
        long present = indexCost(call);
        set(node, (tracker, result) -> tracker.add(isAbsent(result) ? present - 1 : present));
      }
      case OPTIONAL_SELECT -> visitOptionalSelect(node);
      case TERNARY -> set(node, ternaryCharge(call));
      case PresenceTests.FUNCTION -> set(node, Charge.fixed(presenceCost(call.args().get(0))));
      case AND, OR -> set(node, absorbedCharge(call.args().get(0)));
      default -> {
        if (isSetMembership(call)) {
          int value = (int) call.args().get(0).id();
          set(node, (tracker, result) -> requireHash(tracker.value(value)));
        } else if (!FREE.contains(function)) {
          set(node, callCharge(node));
        }
      }
    }
  }

  /** Upstream panics when it looks up a version in a set of literals, and nothing absorbs that. */
  private static void requireHash(@Nullable Object value) {
    if (value instanceof SemanticVersion) {
      throw new EvaluationStopped(
          Evaluation.Failure.OTHER, "internal error: a version cannot be looked up in literals");
    }
  }

  private long indexCost(CelCall call) {
    long base = isAttribute(call.args().get(0)) ? 0 : 1;
    // An index that is an attribute itself is resolved as a qualifier, not as an attribute.
    CelExpr index = call.args().get(1);
    long saved = isAttribute(index) && !isTernaryRoot(index) ? 1 : 0;
    return 1 + base - saved;
  }

  private boolean isTernaryRoot(CelExpr node) {
    return switch (node.getKind()) {
      case SELECT -> isTernaryRoot(node.select().operand());
      case CALL ->
          node.call().function().equals(TERNARY)
              || (isIndex(node.call()) && isTernaryRoot(node.call().args().get(0)));
      case IDENT, CONSTANT, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET -> false;
    };
  }

  /** The engine evaluates the operand twice if it has the field; upstream pays for it once. */
  private void visitOptionalSelect(CelExpr node) {
    CelExpr operand = node.call().args().get(0);
    int slot = marks++;
    int id = (int) operand.id();
    charges.set(id, charges.get(id).and((tracker, result) -> tracker.mark(slot)));
    long present = isAttribute(operand) ? 1 : 2;
    set(
        node,
        (tracker, result) -> {
          // The engine reports the node for the field and once more for the optional value.
          if (tracker.reset(slot)) {
            tracker.add(isAbsent(result) ? present - 1 : present);
          }
        });
  }

  /** A qualifier that finds nothing is free. */
  private static boolean isAbsent(Object result) {
    return result instanceof Optional<?> optional && optional.isEmpty();
  }

  /** A branch that is an attribute is resolved inside, where nobody counts its start. */
  private Charge ternaryCharge(CelCall call) {
    int condition = (int) call.args().get(0).id();
    long savedIfTrue = startIsFree(call.args().get(1));
    long savedIfFalse = startIsFree(call.args().get(2));
    return (tracker, result) ->
        tracker.add(-(Boolean.TRUE.equals(tracker.value(condition)) ? savedIfTrue : savedIfFalse));
  }

  private long startIsFree(CelExpr branch) {
    return isAttribute(branch) && !isTernaryRoot(branch) ? 1 : 0;
  }

  private Charge callCharge(CelExpr node) {
    CelCall call = node.call();
    List<CelExpr> arguments = new ArrayList<>();
    call.target().ifPresent(arguments::add);
    arguments.addAll(call.args());
    RuntimeFunctionCosts.Price price = RuntimeFunctionCosts.of(call.function(), onlyOverload(node));
    int[] ids = arguments.stream().mapToInt(argument -> (int) argument.id()).toArray();
    return (tracker, result) -> {
      Object[] values = Arrays.stream(ids).mapToObj(tracker::value).toArray();
      tracker.add(price.of(values, result));
    };
  }

  private @Nullable String onlyOverload(CelExpr node) {
    return ast.getReference(node.id())
        .map(CelReference::overloadIds)
        .filter(ids -> ids.size() == 1)
        .map(ids -> ids.get(0))
        .orElse(null);
  }

  /** Says whether cel-go takes the node as the start or part of an attribute. */
  private boolean isAttribute(CelExpr node) {
    return switch (node.getKind()) {
      case IDENT -> !isConstant(node);
      case SELECT -> true;
      case CALL -> isIndex(node.call()) || node.call().function().equals(TERNARY);
      case CONSTANT, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET -> false;
    };
  }

  private static boolean isIndex(CelCall call) {
    return switch (call.function()) {
      case INDEX, OPTIONAL_INDEX, OPTIONAL_SELECT -> true;
      default -> false;
    };
  }

  /** Says whether cel-go knows the value before it runs. */
  private boolean isConstant(CelExpr node) {
    return switch (node.getKind()) {
      case CONSTANT -> true;
      case IDENT ->
          ast.getType(node.id()).map(type -> type.kind() == CelKind.TYPE).orElse(false)
              && ast.getReference(node.id()).isPresent();
      case LIST ->
          node.list().optionalIndices().isEmpty()
              && node.list().elements().stream().allMatch(this::isConstant);
      case MAP ->
          node.map().entries().stream()
              .allMatch(entry -> isConstant(entry.key()) && isConstant(entry.value()));
      case CALL -> isConstantCall(node.call());
      case SELECT, STRUCT, COMPREHENSION, NOT_SET -> false;
    };
  }

  private boolean isConstantCall(CelCall call) {
    if (CONVERSIONS.contains(call.function())) {
      return call.target().isEmpty() && call.args().size() == 1 && isConstant(call.args().get(0));
    }
    return call.function().equals(IN)
        && call.args().get(1).getKind() == CelExpr.ExprKind.Kind.LIST
        && call.args().get(1).list().elements().isEmpty();
  }

  /** Says whether cel-go looks up a value in a prepared set of literals, which is free. */
  private boolean isSetMembership(CelCall call) {
    if (!call.function().equals(IN)) {
      return false;
    }
    CelExpr list = call.args().get(1);
    return list.getKind() == CelExpr.ExprKind.Kind.LIST
        && isConstant(list)
        && list.list().elements().stream()
            .allMatch(
                element ->
                    element.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && element.constant().getKind() != CelConstant.Kind.BYTES_VALUE);
  }
}
