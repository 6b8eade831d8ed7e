package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelMutableAst;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.navigation.CelNavigableMutableExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Questions with {@code has()} about fields of values whose type shows at run time only, such as an
 * attribute's. Upstream says no where a value has no fields; the engine fails. So they are made
 * calls of a function of our own, under the same node ids.
 */
final class PresenceTests {

  /** No expression can say this name. */
  static final String FUNCTION = "@has_field";

  private static final String LIST_ASKED = "unsupported index type 'string' in list";

  private PresenceTests() {}

  static void addTo(Functions functions) {
    functions.global(
        FUNCTION,
        "has_field_dyn_string",
        SimpleType.BOOL,
        List.of(SimpleType.DYN, SimpleType.STRING),
        a -> hasField(a[0], (String) a[1]));
  }

  /** Says whether this is the failure of asking a list for a field. */
  static boolean isListAskedForField(Throwable failure) {
    return failure instanceof CelInvalidArgumentException
        && LIST_ASKED.equals(failure.getMessage());
  }

  private static boolean hasField(Object value, String field) {
    if (value instanceof DeviceMap map) {
      return map.hasKey(field);
    }
    if (value instanceof Collection<?>) {
      throw new CelInvalidArgumentException(LIST_ASKED);
    }
    return value instanceof Map<?, ?> map && map.containsKey(field);
  }

  /**
   * Returns the expression to be run instead of a checked one, which is the same if it asks none.
   */
  static CelAbstractSyntaxTree rewrite(CelAbstractSyntaxTree ast, CelCompiler compiler)
      throws CelValidationException {
    Set<Long> questions =
        CelNavigableAst.fromAst(ast)
            .getRoot()
            .allNodes()
            .map(CelNavigableExpr::expr)
            .filter(node -> isDynamicQuestion(ast, node) || isTypeCall(node))
            .map(CelExpr::id)
            .collect(Collectors.toSet());
    if (questions.isEmpty()) {
      return ast;
    }
    CelMutableAst mutable = CelMutableAst.fromCelAst(ast);
    List<CelMutableExpr> nodes =
        CelNavigableMutableAst.fromAst(mutable)
            .getRoot()
            .allNodes()
            .map(CelNavigableMutableExpr::expr)
            .toList();
    long next = nodes.stream().mapToLong(CelMutableExpr::id).max().orElse(0);
    for (CelMutableExpr node : nodes) {
      if (questions.contains(node.id()) && node.getKind() == Kind.CALL) {
        node.setCall(CelMutableCall.create(TypeFunction.FUNCTION, node.call().args()));
      } else if (questions.contains(node.id())) {
        CelConstant field = CelConstant.ofValue(node.select().field());
        node.setCall(
            CelMutableCall.create(
                FUNCTION, node.select().operand(), CelMutableExpr.ofConstant(++next, field)));
      }
    }
    return compiler.check(mutable.toParsedAst()).getAst();
  }

  private static boolean isTypeCall(CelExpr node) {
    return node.getKind() == Kind.CALL && node.call().function().equals("type");
  }

  private static boolean isDynamicQuestion(CelAbstractSyntaxTree ast, CelExpr node) {
    return node.getKind() == Kind.SELECT
        && node.select().testOnly()
        && ast.getType(node.select().operand().id())
            .map(type -> type.kind() == CelKind.DYN || type.kind() == CelKind.ANY)
            .orElse(false);
  }
}
