package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The check of a literal format with a literal list of arguments: as many arguments as clauses, and
 * each of a type that its clause can print ({@code cel-go/ext/formatting.go}, 0.29). An attribute
 * whose type is unknown fits no clause unless list attributes are on.
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

  private final CelAbstractSyntaxTree ast;
  private final CompileErrors errors;

  FormatRule(CelAbstractSyntaxTree ast, CompileErrors errors) {
    this.ast = ast;
    this.errors = errors;
  }

  void check(CelExpr node) {
    CelExpr.CelCall call = node.call();
    boolean literal =
        call.function().equals("format")
            && call.target().isPresent()
            && call.target().get().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && call.target().get().constant().getKind() == CelConstant.Kind.STRING_VALUE
            && call.args().size() == 1
            && call.args().get(0).getKind() == CelExpr.ExprKind.Kind.LIST;
    if (literal) {
      String pattern = call.target().get().constant().stringValue();
      check(node, pattern, call.args().get(0).list().elements());
    }
  }

  private void check(CelExpr call, String format, List<CelExpr> arguments) {
    // Upstream looks at bytes, so a letter of several cannot be a clause.
    String pattern =
        new String(format.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    int used = 0;
    for (int i = pattern.indexOf('%'); i >= 0; i = pattern.indexOf('%', i + 1)) {
      i++;
      if (i < pattern.length() && pattern.charAt(i) == '%') {
        continue;
      }
      if (i >= pattern.length()) {
        errors.add(call, "unexpected end of string");
        return;
      }
      if (used >= arguments.size()) {
        errors.add(call, "index " + used + " out of range");
        return;
      }
      int clause = endOfPrecision(pattern, i);
      Optional<String> malformed = malformed(pattern, i, clause);
      if (malformed.isPresent()) {
        errors.add(call, "could not parse formatting clause: " + malformed.get());
        return;
      }
      i = clause;
      if (!fits(pattern.charAt(i), arguments.get(used++))) {
        return;
      }
    }
    if (used < arguments.size()) {
      errors.add(
          call,
          "too many arguments supplied to string.format (expected "
              + used
              + ", got "
              + arguments.size()
              + ")");
    }
  }

  private static int endOfPrecision(String pattern, int start) {
    int end = start;
    if (pattern.charAt(end) == '.') {
      end++;
      while (end < pattern.length() && pattern.charAt(end) >= '0' && pattern.charAt(end) <= '9') {
        end++;
      }
    }
    return end;
  }

  private static Optional<String> malformed(String pattern, int start, int clause) {
    String failed = "error while parsing precision: ";
    if (clause >= pattern.length()) {
      return Optional.of(failed + "could not find end of precision specifier");
    }
    if (clause > start) {
      String digits = pattern.substring(start + 1, clause);
      if (digits.isEmpty()) {
        return Optional.of(
            failed
                + "error while converting precision to integer: "
                + "strconv.Atoi: parsing \"\": invalid syntax");
      }
    }
    return "sdfebxXo".indexOf(pattern.charAt(clause)) >= 0
        ? Optional.empty()
        : Optional.of("unrecognized formatting clause \"" + pattern.charAt(clause) + "\"");
  }

  private boolean fits(char clause, CelExpr argument) {
    return switch (clause) {
      case 's' -> isPrintable(argument);
      case 'd' ->
          hasKind(argument, WHOLE, "decimal clause can only be used on integers, was given ");
      case 'f' ->
          hasKind(argument, FRACTION, "fixed-point clause can only be used on doubles, was given ");
      case 'e' ->
          hasKind(argument, FRACTION, "scientific clause can only be used on doubles, was given ");
      case 'b' ->
          hasKind(
              argument, BINARY, "only integers and bools can be formatted as binary, was given ");
      case 'o' -> hasKind(argument, WHOLE, "octal clause can only be used on integers, was given ");
      default ->
          hasKind(
              argument,
              HEXADECIMAL,
              "only integers, byte buffers, and strings can be formatted as hex, was given ");
    };
  }

  private boolean hasKind(CelExpr node, Set<CelKind> kinds, String otherwise) {
    CelType type = ast.getTypeOrThrow(node.id());
    if (type.equals(SimpleType.DYN) || kinds.contains(type.kind())) {
      return true;
    }
    errors.add(node, "error during formatting: " + otherwise + type.name());
    return false;
  }

  private boolean isPrintable(CelExpr node) {
    String otherwise =
        "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types,"
            + " durations, and timestamps, was given ";
    if (!hasKind(node, PRINTABLE, otherwise)) {
      return false;
    }
    return switch (node.getKind()) {
      case LIST -> node.list().elements().stream().allMatch(this::isPrintable);
      case MAP ->
          node.map().entries().stream()
              .allMatch(entry -> isPrintable(entry.key()) && isPrintable(entry.value()));
      case CONSTANT, IDENT, SELECT, CALL, STRUCT, COMPREHENSION, NOT_SET -> true;
    };
  }
}
