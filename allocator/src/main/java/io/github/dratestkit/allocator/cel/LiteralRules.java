package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompiler;
import dev.cel.runtime.CelRuntime;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks of literals that go beyond types, since 1.29: durations, timestamps and regular
 * expressions must be well-formed, the elements of a list or map of one type, and the arguments of
 * {@code format} must fit its clauses.
 */
final class LiteralRules {

  /** A literal that is refused, and why. */
  record Violation(long nodeId, String message) {}

  private final CelValidator validator;

  LiteralRules(CelCompiler compiler, CelRuntime runtime) {
    validator =
        CelValidatorFactory.standardCelValidatorBuilder(compiler, runtime)
            .addAstValidators(
                DurationLiteralValidator.INSTANCE,
                TimestampLiteralValidator.INSTANCE,
                RegexLiteralValidator.INSTANCE)
            .build();
  }

  /** Returns what is wrong, with its place, or null. */
  @Nullable String violation(CelAbstractSyntaxTree ast) {
    CelValidationResult result = validator.validate(ast);
    if (result.hasError()) {
      return CelIssue.toDisplayString(result.getErrors(), ast.getSource());
    }
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(node -> violation(ast, node))
        .flatMap(Optional::stream)
        .findFirst()
        .map(violation -> display(ast, violation))
        .orElse(null);
  }

  private static Optional<Violation> violation(CelAbstractSyntaxTree ast, CelNavigableExpr node) {
    return switch (node.getKind()) {
      case LIST -> isInsideFormat(node) ? Optional.empty() : mixedList(ast, node.expr());
      case MAP -> isInsideFormat(node) ? Optional.empty() : mixedMap(ast, node.expr());
      case CALL -> FormatRule.violation(ast, node.expr());
      case CONSTANT, IDENT, SELECT, STRUCT, COMPREHENSION, NOT_SET -> Optional.empty();
    };
  }

  private static boolean isInsideFormat(CelNavigableExpr node) {
    for (Optional<CelNavigableExpr> parent = node.parent();
        parent.isPresent();
        parent = parent.get().parent()) {
      if (parent.get().getKind() == CelExpr.ExprKind.Kind.CALL
          && parent.get().expr().call().function().equals("format")) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Violation> mixedList(CelAbstractSyntaxTree ast, CelExpr list) {
    List<CelExpr> elements = list.list().elements();
    List<Integer> optional = list.list().optionalIndices();
    List<CelType> types = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      types.add(type(ast, elements.get(i), optional.contains(i)));
    }
    return mixed(elements, types);
  }

  private static Optional<Violation> mixedMap(CelAbstractSyntaxTree ast, CelExpr map) {
    List<CelExpr> keys = new ArrayList<>();
    List<CelType> keyTypes = new ArrayList<>();
    List<CelExpr> values = new ArrayList<>();
    List<CelType> valueTypes = new ArrayList<>();
    for (CelExpr.CelMap.Entry entry : map.map().entries()) {
      keys.add(entry.key());
      keyTypes.add(type(ast, entry.key(), false));
      values.add(entry.value());
      valueTypes.add(type(ast, entry.value(), entry.optionalEntry()));
    }
    return mixed(keys, keyTypes).or(() -> mixed(values, valueTypes));
  }

  private static CelType type(CelAbstractSyntaxTree ast, CelExpr node, boolean optional) {
    CelType type = ast.getTypeOrThrow(node.id());
    return optional && !type.parameters().isEmpty() ? type.parameters().get(0) : type;
  }

  private static Optional<Violation> mixed(List<CelExpr> nodes, List<CelType> types) {
    for (int i = 1; i < types.size(); i++) {
      if (!types.get(i).equals(types.get(0))) {
        String message =
            "expected type '"
                + dev.cel.common.types.CelTypes.format(types.get(0))
                + "' but found '"
                + dev.cel.common.types.CelTypes.format(types.get(i))
                + "'";
        return Optional.of(new Violation(nodes.get(i).id(), message));
      }
    }
    return Optional.empty();
  }

  private static String display(CelAbstractSyntaxTree ast, Violation violation) {
    CelSourceLocation location =
        ast.getSource()
            .getOffsetLocation(
                ast.getSource().getPositionsMap().getOrDefault(violation.nodeId(), 0))
            .orElse(CelSourceLocation.NONE);
    return CelIssue.formatError(location, violation.message()).toDisplayString(ast.getSource());
  }
}
