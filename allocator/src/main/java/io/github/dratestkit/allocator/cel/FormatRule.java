package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.SimpleType;
import io.github.dratestkit.allocator.cel.LiteralRules.Violation;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The check of a literal format with a literal list of arguments: as many arguments as clauses, and
 * each of a type that its clause can print ({@code cel-go/ext/formatting.go}). An attribute whose
 * type is unknown fits no clause unless list attributes are on.
 */
final class FormatRule {

  private static final Set<CelKind> WHOLE = EnumSet.of(CelKind.INT, CelKind.UINT);
  private static final Set<CelKind> FRACTION = EnumSet.of(CelKind.DOUBLE, CelKind.STRING);
  private static final Set<CelKind> BINARY = EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.BOOL);
  private static final Set<CelKind> HEXADECIMAL =
      EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES);
  private static final Set<CelKind> PRINTABLE =
      EnumSet.of(
          CelKind.LIST,
          CelKind.MAP,
          CelKind.INT,
          CelKind.UINT,
          CelKind.DOUBLE,
          CelKind.BOOL,
          CelKind.STRING,
          CelKind.TIMESTAMP,
          CelKind.BYTES,
          CelKind.DURATION,
          CelKind.TYPE,
          CelKind.NULL_TYPE);

  private FormatRule() {}

  static Optional<Violation> violation(CelAbstractSyntaxTree ast, CelExpr node) {
    CelExpr.CelCall call = node.call();
    boolean literal =
        call.function().equals("format")
            && call.target().isPresent()
            && call.target().get().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && call.target().get().constant().getKind() == CelConstant.Kind.STRING_VALUE
            && call.args().get(0).getKind() == CelExpr.ExprKind.Kind.LIST;
    if (!literal) {
      return Optional.empty();
    }
    String pattern = call.target().get().constant().stringValue();
    return check(ast, node.id(), pattern, call.args().get(0).list().elements());
  }

  private static Optional<Violation> check(
      CelAbstractSyntaxTree ast, long id, String pattern, List<CelExpr> arguments) {
    int used = 0;
    for (int i = pattern.indexOf('%'); i >= 0; i = pattern.indexOf('%', i + 1)) {
      i++;
      while (i < pattern.length() && ".0123456789".indexOf(pattern.charAt(i)) >= 0) {
        i++;
      }
      if (i >= pattern.length()) {
        return Optional.of(new Violation(id, "unexpected end of string"));
      }
      char clause = pattern.charAt(i);
      if (clause == '%') {
        continue;
      }
      if (used >= arguments.size()) {
        return Optional.of(new Violation(id, "index " + used + " out of range"));
      }
      CelExpr argument = arguments.get(used++);
      if (!fits(ast, clause, argument)) {
        return Optional.of(
            new Violation(argument.id(), "the clause %" + clause + " cannot print this type"));
      }
    }
    return used == arguments.size()
        ? Optional.empty()
        : Optional.of(
            new Violation(id, "too many arguments: " + arguments.size() + " instead of " + used));
  }

  private static boolean fits(CelAbstractSyntaxTree ast, char clause, CelExpr argument) {
    return switch (clause) {
      case 's' -> isPrintable(ast, argument);
      case 'd', 'o' -> hasKind(ast, argument, WHOLE);
      case 'f', 'e' -> hasKind(ast, argument, FRACTION);
      case 'b' -> hasKind(ast, argument, BINARY);
      case 'x', 'X' -> hasKind(ast, argument, HEXADECIMAL);
      default -> false;
    };
  }

  private static boolean hasKind(CelAbstractSyntaxTree ast, CelExpr node, Set<CelKind> kinds) {
    return ast.getType(node.id())
        .map(type -> type.equals(SimpleType.DYN) || kinds.contains(type.kind()))
        .orElse(true);
  }

  private static boolean isPrintable(CelAbstractSyntaxTree ast, CelExpr node) {
    if (!hasKind(ast, node, PRINTABLE)) {
      return false;
    }
    return switch (node.getKind()) {
      case LIST -> node.list().elements().stream().allMatch(e -> isPrintable(ast, e));
      case MAP ->
          node.map().entries().stream()
              .allMatch(e -> isPrintable(ast, e.key()) && isPrintable(ast, e.value()));
      case CONSTANT, IDENT, SELECT, CALL, STRUCT, COMPREHENSION, NOT_SET -> true;
    };
  }
}
