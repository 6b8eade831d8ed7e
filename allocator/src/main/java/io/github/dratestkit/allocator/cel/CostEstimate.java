package io.github.dratestkit.allocator.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The worst cost that an expression can have on any device, estimated from its checked syntax tree.
 * The API server refuses expressions by it, so every step follows upstream, also where it is odd.
 *
 * <p>Source: {@code cel-go/checker/cost.go} (0.29) with the settings of Kubernetes 1.37.
 */
final class CostEstimate {

  private static final String LEGACY_ACCUMULATOR = "__result__";
  private static final String ACCUMULATOR = "@result";

  private final CelAbstractSyntaxTree ast;
  private final Map<Long, List<String>> paths = new HashMap<>();
  private final Map<Long, Range> sizes = new HashMap<>();
  private final Map<Long, EntrySizes> entrySizes = new HashMap<>();
  private final LocalVariables variables = new LocalVariables();

  private CostEstimate(CelAbstractSyntaxTree ast) {
    this.ast = ast;
  }

  /** Returns the largest cost; {@link Long#MAX_VALUE} if it has no bound. */
  static long of(CelAbstractSyntaxTree ast) {
    long max = new CostEstimate(ast).cost(ast.getExpr()).max();
    return max < 0 ? Long.MAX_VALUE : max;
  }

  private Range cost(CelExpr node) {
    return switch (node.getKind()) {
      case CONSTANT, NOT_SET -> Range.ZERO;
      case IDENT -> identifier(node);
      case SELECT -> select(node);
      case CALL -> call(node);
      case LIST -> list(node);
      case MAP -> map(node);
      case STRUCT -> struct(node);
      case COMPREHENSION -> isBind(node.comprehension()) ? bind(node) : comprehension(node);
    };
  }

  private Range identifier(CelExpr node) {
    String name = node.ident().name();
    LocalVariables.Variable local = variables.find(name);
    paths.put(node.id(), local != null ? local.path() : List.of(name));
    return Range.ONE;
  }

  private Range select(CelExpr node) {
    CelExpr operand = node.select().operand();
    Range sum = cost(operand);
    if (node.select().testOnly()) {
      return sum;
    }
    switch (type(operand).kind()) {
      case MAP, STRUCT, TYPE_PARAM -> sum = sum.plus(Range.ONE);
      default -> {}
    }
    paths.put(node.id(), append(path(operand), node.select().field()));
    return sum;
  }

  private Range call(CelExpr node) {
    CelCall call = node.call();
    if (call.function().equals("dyn")) {
      CelExpr argument = call.args().get(0);
      Range cost = Range.ONE.plus(cost(argument));
      copySizes(node, argument);
      return cost;
    }
    List<EstimatedNode> arguments = new ArrayList<>();
    List<Range> argumentCosts = new ArrayList<>();
    for (CelExpr argument : call.args()) {
      argumentCosts.add(cost(argument));
      arguments.add(estimated(argument));
    }
    List<String> overloads =
        ast.getReference(node.id()).map(CelReference::overloadIds).orElse(ImmutableList.of());
    if (overloads.isEmpty()) {
      return Range.ZERO;
    }
    Range sum = Range.ZERO;
    EstimatedNode target = null;
    if (call.target().isPresent()) {
      sum = cost(call.target().get());
      target = estimated(call.target().get());
    }
    return sum.plus(overloads(node, overloads, target, arguments, argumentCosts));
  }

  private Range overloads(
      CelExpr node,
      List<String> overloads,
      @Nullable EstimatedNode target,
      List<EstimatedNode> arguments,
      List<Range> argumentCosts) {
    Range cost = new Range(Range.UNBOUNDED, 0);
    Range resultSize = null;
    for (String overload : overloads) {
      CallEstimate estimate = overload(node, overload, target, arguments, argumentCosts);
      cost = cost.union(estimate.cost());
      if (estimate.resultSize() != null) {
        resultSize =
            resultSize == null ? estimate.resultSize() : resultSize.union(estimate.resultSize());
      }
      String step = indexStep(overload);
      if (step != null) {
        CelExpr container = node.call().args().get(0);
        EntrySizes entries = entrySizes(container);
        resultSize = entries == null ? null : entries.value();
        paths.put(node.id(), append(path(container), step));
      }
      if (resultSize == null) {
        resultSize = size(node);
      }
    }
    setSize(node, resultSize);
    return cost;
  }

  private static @Nullable String indexStep(String overload) {
    return switch (overload) {
      case "index_list" -> "@items";
      case "index_map" -> "@values";
      default -> null;
    };
  }

  private CallEstimate overload(
      CelExpr node,
      String overload,
      @Nullable EstimatedNode target,
      List<EstimatedNode> arguments,
      List<Range> argumentCosts) {
    CallEstimate own = ExtensionFunctionEstimates.of(overload, target, arguments);
    if (own == null) {
      own = KubernetesFunctionEstimates.of(node.call().function(), overload, target, arguments);
    }
    if (own == null) {
      own = StandardFunctionEstimates.of(overload, target, arguments);
    }
    if (own != null) {
      return new CallEstimate(own.cost().plus(sum(argumentCosts)), own.resultSize());
    }
    return switch (overload) {
      case "logical_or", "logical_and" -> {
        Range left = argumentCosts.get(0);
        Range both = left.plus(argumentCosts.get(1));
        // The right side may not be evaluated at all.
        yield CallEstimate.of(new Range(left.min(), both.max()));
      }
      case "conditional" -> conditional(node, arguments, argumentCosts);
      case "add_string", "add_bytes", "add_list" ->
          addition(node, overload, arguments, argumentCosts);
      default -> CallEstimate.of(Range.ONE.plus(sum(argumentCosts)));
    };
  }

  private CallEstimate conditional(CelExpr node, List<EstimatedNode> arguments, List<Range> costs) {
    Range size = arguments.get(1).computedOrUnknown().union(arguments.get(2).computedOrUnknown());
    setUnion(node, node.call().args().get(1), node.call().args().get(2));
    Range cost = costs.get(0).plus(costs.get(1).union(costs.get(2)));
    return new CallEstimate(cost, size);
  }

  private CallEstimate addition(
      CelExpr node, String overload, List<EstimatedNode> arguments, List<Range> costs) {
    Range size = arguments.get(0).computedOrUnknown().plus(arguments.get(1).computedOrUnknown());
    setUnion(node, node.call().args().get(0), node.call().args().get(1));
    Range own = overload.equals("add_list") ? Range.ONE : size.times(Sizes.TRAVERSAL);
    return new CallEstimate(own.plus(sum(costs)), size);
  }

  private void setUnion(CelExpr node, CelExpr left, CelExpr right) {
    EntrySizes first = entrySizes(left);
    EntrySizes second = entrySizes(right);
    if (first != null && second != null) {
      entrySizes.put(node.id(), first.union(second));
    }
  }

  private static Range sum(List<Range> costs) {
    return costs.stream().reduce(Range.ZERO, Range::plus);
  }

  private Range list(CelExpr node) {
    List<CelExpr> elements = node.list().elements();
    Range sum = Range.ZERO;
    Range each = elements.isEmpty() ? Range.ZERO : new Range(Range.UNBOUNDED, 0);
    for (CelExpr element : elements) {
      sum = sum.plus(cost(element));
      each = each.union(sizeOrUnknown(element));
    }
    entrySizes.put(node.id(), new EntrySizes(CelKind.LIST, Range.ONE, each));
    return sum.plus(Range.fixed(Sizes.LIST_CREATION));
  }

  private Range map(CelExpr node) {
    List<CelMap.Entry> entries = node.map().entries();
    Range sum = Range.ZERO;
    Range keys = entries.isEmpty() ? Range.ZERO : new Range(Range.UNBOUNDED, 0);
    Range values = keys;
    for (CelMap.Entry entry : entries) {
      sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
      keys = keys.union(sizeOrUnknown(entry.key()));
      values = values.union(sizeOrUnknown(entry.value()));
    }
    entrySizes.put(node.id(), new EntrySizes(CelKind.MAP, keys, values));
    return sum.plus(Range.fixed(Sizes.MAP_CREATION));
  }

  private Range struct(CelExpr node) {
    Range sum = Range.ZERO;
    for (CelExpr.CelStruct.Entry entry : node.struct().entries()) {
      sum = sum.plus(cost(entry.value()));
    }
    return sum.plus(Range.fixed(Sizes.STRUCT_CREATION));
  }

  private static boolean isBind(CelComprehension comprehension) {
    CelExpr condition = comprehension.loopCondition();
    return comprehension.iterRange().getKind() == CelExpr.ExprKind.Kind.LIST
        && comprehension.iterRange().list().elements().isEmpty()
        && condition.getKind() == CelExpr.ExprKind.Kind.CONSTANT
        && condition.constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
        && !condition.constant().booleanValue()
        && !comprehension.accuVar().equals(LEGACY_ACCUMULATOR);
  }

  private Range bind(CelExpr node) {
    CelComprehension comprehension = node.comprehension();
    Range sum = cost(comprehension.iterRange()).plus(cost(comprehension.accuInit()));
    pushAccumulator(comprehension);
    sum = sum.plus(cost(comprehension.result()));
    variables.pop(comprehension.accuVar());
    copySizes(node, comprehension.result());
    return sum;
  }

  private Range comprehension(CelExpr node) {
    CelComprehension comprehension = node.comprehension();
    Range sum = cost(comprehension.iterRange()).plus(cost(comprehension.accuInit()));
    pushAccumulator(comprehension);
    pushIterationVariables(comprehension);
    Range condition = cost(comprehension.loopCondition());
    Range step = cost(comprehension.loopStep());
    variables.pop(comprehension.iterVar());
    if (!comprehension.iterVar2().isEmpty()) {
      variables.pop(comprehension.iterVar2());
    }
    sum = sum.plus(cost(comprehension.result()));
    variables.pop(comprehension.accuVar());
    Range count = sizeOrUnknown(comprehension.iterRange());
    sum = sum.plus(count.times(step.plus(condition)));
    setComprehensionSizes(node, comprehension, count);
    return sum;
  }

  private void setComprehensionSizes(CelExpr node, CelComprehension comprehension, Range count) {
    switch (comprehension.accuInit().getKind()) {
      case CONSTANT -> setSize(node, size(comprehension.accuInit()));
      case LIST, MAP -> {
        setSize(node, count);
        EntrySizes step = entrySizes(comprehension.loopStep());
        if (step != null) {
          entrySizes.put(node.id(), step);
        }
      }
      case IDENT, SELECT, CALL, STRUCT, COMPREHENSION, NOT_SET -> {}
    }
  }

  private void pushAccumulator(CelComprehension comprehension) {
    CelExpr init = comprehension.accuInit();
    variables.push(
        comprehension.accuVar(),
        new LocalVariables.Variable(path(init), size(init), entrySizes(init)));
  }

  private void pushIterationVariables(CelComprehension comprehension) {
    CelExpr range = comprehension.iterRange();
    EntrySizes entries = entrySizes(range);
    boolean isList = (entries == null ? type(range).kind() : entries.container()) == CelKind.LIST;
    Range key = entries == null ? null : entries.key();
    Range value = entries == null ? null : entries.value();
    if (!comprehension.iterVar2().isEmpty()) {
      push(comprehension.iterVar(), range, isList ? "@indices" : "@keys", key);
      push(comprehension.iterVar2(), range, isList ? "@items" : "@values", value);
      return;
    }
    push(comprehension.iterVar(), range, isList ? "@items" : "@keys", isList ? value : key);
  }

  private void push(String name, CelExpr range, String step, @Nullable Range size) {
    variables.push(name, new LocalVariables.Variable(append(path(range), step), size, null));
  }

  private EstimatedNode estimated(CelExpr node) {
    List<String> path = path(node);
    boolean accumulator =
        !path.isEmpty()
            && (path.get(0).equals(LEGACY_ACCUMULATOR) || path.get(0).equals(ACCUMULATOR));
    return new EstimatedNode(type(node), accumulator ? List.of() : path, size(node), node);
  }

  private List<String> path(CelExpr node) {
    if (node.getKind() == CelExpr.ExprKind.Kind.IDENT) {
      LocalVariables.Variable local = variables.find(node.ident().name());
      if (local != null) {
        return local.path();
      }
    }
    return paths.getOrDefault(node.id(), List.of());
  }

  private static List<String> append(List<String> path, String step) {
    List<String> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  private CelType type(CelExpr node) {
    return ast.getType(node.id()).orElse(SimpleType.DYN);
  }

  private void setSize(CelExpr node, @Nullable Range size) {
    if (size != null) {
      sizes.put(node.id(), size);
    }
  }

  private void copySizes(CelExpr target, CelExpr source) {
    setSize(target, size(source));
    EntrySizes entries = entrySizes(source);
    if (entries != null) {
      entrySizes.put(target.id(), entries);
    }
  }

  private Range sizeOrUnknown(CelExpr node) {
    Range size = size(node);
    return size == null ? Range.UNKNOWN : size;
  }

  private @Nullable Range size(CelExpr node) {
    Range known = sizes.get(node.id());
    if (known != null) {
      return known;
    }
    Range literal = LiteralSizes.of(node);
    if (literal != null) {
      return literal;
    }
    Range declared = DeviceSizes.of(path(node));
    if (declared != null) {
      sizes.put(node.id(), declared);
      return declared;
    }
    if (LiteralSizes.isScalar(type(node))) {
      return Range.ONE;
    }
    LocalVariables.Variable local = local(node);
    return local == null ? null : local.size();
  }

  private @Nullable EntrySizes entrySizes(CelExpr node) {
    EntrySizes known = entrySizes.get(node.id());
    if (known != null) {
      return known;
    }
    LocalVariables.Variable local = local(node);
    return local == null ? null : local.entries();
  }

  private LocalVariables.@Nullable Variable local(CelExpr node) {
    return node.getKind() == CelExpr.ExprKind.Kind.IDENT
        ? variables.find(node.ident().name())
        : null;
  }
}
