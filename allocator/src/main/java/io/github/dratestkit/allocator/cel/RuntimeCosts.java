package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.values.ErrorValue;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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

  private static final Set<String> FREE = Set.of("or", "orValue");
  private static final String AND = "_&&_";
  private static final String OR = "_||_";
  private static final String NOT_STRICTLY_FALSE = "@not_strictly_false";
  private final CelAbstractSyntaxTree ast;
  private final Constants constants;
  private final AttributeCosts attributes;
  private final UnreportedCosts unreported;
  private final List<Charge> charges = new ArrayList<>();
  private final BitSet strict = new BitSet();
  private int marks;

  private RuntimeCosts(CelAbstractSyntaxTree ast) {
    this.ast = ast;
    this.constants = new Constants(ast);
    this.attributes = new AttributeCosts(constants);
    this.unreported = new UnreportedCosts(ast, constants, attributes);
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

  /** Says whether nothing can be done with the failure of the node. */
  boolean isStrict(int id) {
    return strict.get(id);
  }

  /** Returns what the whole expression cost if it failed, apart from what was reported. */
  long failed(CostTracker tracker) {
    return unreported.failed(ast.getExpr(), tracker);
  }

  /** Says whether the expression failed because it asked a list for a field. */
  boolean listWasAskedForField(CostTracker tracker) {
    return unreported.listWasAskedForField(ast.getExpr(), tracker);
  }

  /** Returns the types of what the call of a function at an offset was last given. */
  Optional<List<CelType>> argumentTypes(String function, int offset, CostTracker tracker) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
        .filter(node -> node.call().function().equals(function))
        .filter(node -> ast.getSource().getPositionsMap().getOrDefault(node.id(), -1) == offset)
        .findFirst()
        .map(node -> types(UnreportedCosts.arguments(node.call()), tracker));
  }

  private static @Nullable List<CelType> types(List<CelExpr> arguments, CostTracker tracker) {
    List<@Nullable Object> values = new ArrayList<>();
    arguments.forEach(argument -> values.add(tracker.value((int) argument.id())));
    return values.contains(null)
        ? null
        : values.stream().map(Objects::requireNonNull).map(TypeFunction::typeOf).toList();
  }

  private void markStrict(CelExpr node) {
    switch (node.getKind()) {
      case SELECT -> strict.set((int) node.select().operand().id());
      case LIST -> node.list().elements().forEach(each -> strict.set((int) each.id()));
      case MAP ->
          node.map()
              .entries()
              .forEach(
                  entry -> {
                    strict.set((int) entry.key().id());
                    strict.set((int) entry.value().id());
                  });
      case CALL -> markStrict(node.call());
      case CONSTANT, IDENT, STRUCT, COMPREHENSION, NOT_SET -> {}
    }
  }

  private void markStrict(CelCall call) {
    switch (call.function()) {
      case AND, OR, NOT_STRICTLY_FALSE -> {}
      case AttributeCosts.TERNARY -> strict.set((int) call.args().get(0).id());
      default -> {
        call.target().ifPresent(target -> strict.set((int) target.id()));
        call.args().forEach(argument -> strict.set((int) argument.id()));
      }
    }
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
    if (constants.isConstant(node)) {
      return;
    }
    markStrict(node);
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
    AttributeCosts.Chain chain = attributes.chain(node);
    long all = attributes.cost(chain);
    int root = (int) chain.root().id();
    Charge charge =
        (tracker, result) ->
            tracker.add(all - AttributeCosts.absentFields(chain, tracker.value(root)));
    if (!chain.testOnly()) {
      set(node, charge);
      return;
    }
    // The engine reports a presence test twice.
    int slot = marks++;
    set(
        node,
        (tracker, result) -> {
          if (tracker.toggle(slot)) {
            charge.apply(tracker, result);
          }
        });
  }

  private long presenceCost(CelExpr operand) {
    return operand.getKind() == CelExpr.ExprKind.Kind.SELECT && !operand.select().testOnly()
        ? 0
        : attributes.isAttribute(operand) ? 0 : 1;
  }

  /**
   * What a logical operator absorbs was paid for: where it has a result without its left side, that
   * side failed, and the engine reported only what came before the failure. Both did where the
   * result is a failure itself.
   */
  private Charge absorbedCharge(CelExpr left, CelExpr right) {
    int[] ids = IntStream.concat(ids(left), ids(right)).toArray();
    boolean paid = left.getKind() == CelExpr.ExprKind.Kind.COMPREHENSION;
    return (tracker, result) -> {
      if (!paid) {
        tracker.add(unreported.failed(left, tracker));
      }
      if (result instanceof ErrorValue) {
        tracker.add(unreported.failed(right, tracker));
      }
      for (int id : ids) {
        tracker.forget(id);
      }
    };
  }

  private static IntStream ids(CelExpr root) {
    return CelNavigableExpr.fromExpr(root).allNodes().mapToInt(node -> (int) node.id());
  }

  private void visitComprehension(CelComprehension comprehension) {
    visit(comprehension.iterRange());
    visit(comprehension.accuInit());
    visit(comprehension.loopCondition());
    visit(comprehension.loopStep());
    visit(comprehension.result());
    int range = (int) comprehension.iterRange().id();
    boolean twoVariables = !comprehension.iterVar2().isEmpty();
    charges.set(
        range, charges.get(range).and((tracker, result) -> requireRange(result, twoVariables)));
    int step = (int) comprehension.loopStep().id();
    charges.set(step, charges.get(step).and((tracker, result) -> tracker.step()));
  }

  /** The negation of a failure is paid for and not reported. */
  private static Charge failedNegation(CelExpr condition) {
    int id = (int) condition.id();
    boolean negation = condition.getKind() == CelExpr.ExprKind.Kind.CALL;
    return (tracker, result) -> {
      if (negation && tracker.value(id) == null) {
        tracker.add(1);
      }
      tracker.forget(id);
    };
  }

  private static void requireRange(Object range, boolean twoVariables) {
    if (range instanceof Collection<?>
        || range instanceof Map<?, ?>
        || range instanceof ErrorValue) {
      return;
    }
    throw new CelInvalidArgumentException(
        twoVariables
            ? "unsupported comprehension range type: " + range.getClass()
            : "got '" + range.getClass() + "', expected iterable type");
  }

  private void visitCall(CelExpr node) {
    CelCall call = node.call();
    call.target().ifPresent(this::visit);
    call.args().forEach(this::visit);
    String function = call.function();
    switch (function) {
      case AttributeCosts.INDEX -> {
        long present = attributes.indexCost(call);
        int operand = (int) call.args().get(0).id();
        set(
            node,
            (tracker, result) ->
                tracker.add(
                    tracker.value(operand) instanceof Optional<?> && isAbsent(result)
                        ? present - 1
                        : present));
      }
      case AttributeCosts.OPTIONAL_INDEX -> {
        long present = attributes.indexCost(call);
        set(node, (tracker, result) -> tracker.add(isAbsent(result) ? present - 1 : present));
      }
      case AttributeCosts.OPTIONAL_SELECT -> visitOptionalSelect(node);
      case AttributeCosts.TERNARY -> set(node, ternaryCharge(call));
      case PresenceTests.FUNCTION -> set(node, Charge.fixed(presenceCost(call.args().get(0))));
      case NOT_STRICTLY_FALSE ->
          set(node, callCharge(node).and(failedNegation(call.args().get(0))));
      case AND, OR -> set(node, absorbedCharge(call.args().get(0), call.args().get(1)));
      default -> {
        if (constants.isSetMembership(node)) {
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

  /** The engine evaluates the operand twice if it has the field; upstream pays for it once. */
  private void visitOptionalSelect(CelExpr node) {
    CelExpr operand = node.call().args().get(0);
    int slot = marks++;
    int id = (int) operand.id();
    charges.set(id, charges.get(id).and((tracker, result) -> tracker.mark(slot)));
    long present = attributes.isAttribute(operand) ? 1 : 2;
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

  private Charge ternaryCharge(CelCall call) {
    int condition = (int) call.args().get(0).id();
    long savedIfTrue = attributes.savedAsBranch(call.args().get(1));
    long savedIfFalse = attributes.savedAsBranch(call.args().get(2));
    return (tracker, result) ->
        tracker.add(-(Boolean.TRUE.equals(tracker.value(condition)) ? savedIfTrue : savedIfFalse));
  }

  private Charge callCharge(CelExpr node) {
    CelCall call = node.call();
    List<CelExpr> arguments = UnreportedCosts.arguments(call);
    RuntimeFunctionCosts.Price price =
        RuntimeFunctionCosts.of(call.function(), Overloads.only(ast, node));
    int[] ids = arguments.stream().mapToInt(argument -> (int) argument.id()).toArray();
    return (tracker, result) -> {
      Object[] values = Arrays.stream(ids).mapToObj(tracker::value).toArray();
      tracker.add(price.of(values, result));
    };
  }
}
