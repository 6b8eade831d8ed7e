package io.github.dratestkit.allocator.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chains of fields and indices, which cel-go takes as one attribute: 1 for its start, and 1 for
 * each qualifier that it resolves.
 */
final class AttributeCosts {

  static final String INDEX = "_[_]";
  static final String OPTIONAL_INDEX = "_[?_]";
  static final String OPTIONAL_SELECT = "_?._";
  static final String TERNARY = "_?_:_";

  private final Constants constants;

  AttributeCosts(Constants constants) {
    this.constants = constants;
  }

  /**
   * Fields that follow each other, which the engine reports once.
   *
   * @param root what has the first field
   * @param fields the fields, the first one first
   * @param testOnly whether the chain only asks if it has the last field
   */
  record Chain(CelExpr root, List<String> fields, boolean testOnly) {}

  Chain chain(CelExpr select) {
    List<String> fields = new ArrayList<>();
    CelExpr node = select;
    do {
      fields.add(0, node.select().field());
      node = node.select().operand();
    } while (node.getKind() == CelExpr.ExprKind.Kind.SELECT && !node.select().testOnly());
    return new Chain(node, fields, select.select().testOnly());
  }

  /** Returns what all of the chain costs. */
  long cost(Chain chain) {
    return startCost(chain.root()) + chain.fields().size() - (chain.testOnly() ? 1 : 0);
  }

  private long startCost(CelExpr root) {
    return root.getKind() == CelExpr.ExprKind.Kind.IDENT || !isAttribute(root) ? 1 : 0;
  }

  /** Returns how many of the fields an optional value does not have; such ones are free. */
  static int absentFields(Chain chain, @Nullable Object root) {
    if (!(root instanceof Optional<?> optional)) {
      return 0;
    }
    Object value = optional.orElse(null);
    int found = 0;
    for (String field : chain.fields()) {
      if (!(value instanceof Map<?, ?> map) || !map.containsKey(field)) {
        break;
      }
      value = map.get(field);
      found++;
    }
    return chain.fields().size() - found;
  }

  /** Returns how many fields were looked for until one was missing. */
  static int resolvedFields(Chain chain, @Nullable Object root) {
    Object value = root;
    int looked = 0;
    for (String field : chain.fields()) {
      if (value instanceof DeviceValue device) {
        value = device.find(field).orElse(null);
      } else if (value instanceof Map<?, ?> map) {
        value = map.get(field);
      } else {
        return looked == 0 ? chain.fields().size() : looked;
      }
      looked++;
    }
    return looked;
  }

  /** Says whether the fields lead to a list, which has no next field. */
  static boolean endsAtList(Chain chain, @Nullable Object root) {
    Object value = root;
    for (String field : chain.fields()) {
      if (value instanceof DeviceValue device) {
        value = device.find(field).orElse(null);
      } else if (value instanceof Map<?, ?> map) {
        value = map.get(field);
      } else {
        return value instanceof Collection<?>;
      }
    }
    return false;
  }

  long indexCost(CelCall call) {
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

  /** A branch that is an attribute is resolved inside, where nobody counts its start. */
  long savedAsBranch(CelExpr branch) {
    boolean question =
        branch.getKind() == CelExpr.ExprKind.Kind.SELECT && branch.select().testOnly();
    return isAttribute(branch) && !question && !isTernaryRoot(branch) ? 1 : 0;
  }

  /** Says whether cel-go takes the node as the start or part of an attribute. */
  boolean isAttribute(CelExpr node) {
    return switch (node.getKind()) {
      case IDENT -> !constants.isConstant(node);
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
}
