package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The type checker's errors as upstream words them ({@code cel-go/checker/errors.go}): it tells no
 * candidates of a call, has other names for some types, and takes each side of a logical operator
 * for itself.
 */
final class TypeMessages {

  private static final Pattern NO_OVERLOAD =
      Pattern.compile(
          "found no matching overload for '(?<function>[^']*)' applied to '(?<types>.*?)'"
              + "( \\(candidates: .*\\))?",
          Pattern.DOTALL);
  private static final Set<String> LOGICAL = Set.of("_&&_", "_||_");

  /** Types that a logical operator takes: what it wants, and what shows later only. */
  private static final Pattern TRUTH =
      Pattern.compile("bool|dyn|any|\\*error\\*|%\\w+|wrapper\\(bool\\)");

  private static final Pattern VARIABLE = Pattern.compile("%[A-Za-z]+(\\d+)");

  private final CelAbstractSyntaxTree ast;

  TypeMessages(CelAbstractSyntaxTree ast) {
    this.ast = ast;
  }

  Stream<CelIssue> of(CelIssue issue) {
    Matcher matcher = NO_OVERLOAD.matcher(issue.getMessage());
    if (!matcher.matches()) {
      String text = VARIABLE.matcher(issue.getMessage()).replaceAll("_var$1");
      boolean reference = text.startsWith("undeclared reference");
      return Stream.of(reworded(issue, reference ? text : names(text)));
    }
    String function = matcher.group("function");
    String types = matcher.group("types");
    Optional<CelExpr> call =
        LOGICAL.contains(function) ? call(issue.getExprId()) : Optional.empty();
    if (call.isPresent()) {
      return sides(call.get().call(), parts(types.substring(1, types.length() - 1)));
    }
    String text =
        "found no matching overload for '"
            + function
            + "' applied to '"
            + VARIABLE.matcher(types).replaceAll("dyn")
            + "'";
    return Stream.of(reworded(issue, names(text)));
  }

  private static CelIssue reworded(CelIssue issue, String message) {
    return CelIssue.formatError(issue.getExprId(), issue.getSourceLocation(), message);
  }

  private static String names(String text) {
    return text.replace("google.protobuf.Duration", "duration")
        .replace("google.protobuf.Timestamp", "timestamp")
        .replace("*error*", "!error!");
  }

  private Optional<CelExpr> call(long id) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(node -> node.expr())
        .filter(node -> node.id() == id && node.getKind() == CelExpr.ExprKind.Kind.CALL)
        .findFirst();
  }

  private Stream<CelIssue> sides(CelExpr.CelCall call, List<String> types) {
    List<CelIssue> issues = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      if (!TRUTH.matcher(types.get(i)).matches()) {
        CelExpr side = call.args().get(i);
        String found = names(VARIABLE.matcher(types.get(i)).replaceAll("_var$1"));
        issues.add(
            CelIssue.formatError(
                side.id(),
                CompileErrors.location(ast.getSource(), side),
                "expected type 'bool' but found '" + found + "'"));
      }
    }
    return issues.stream();
  }

  /** Splits types at the commas that stand in no parentheses. */
  private static List<String> parts(String types) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < types.length(); i++) {
      char c = types.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(types.substring(start, i));
        start = i + 2;
      }
    }
    parts.add(types.substring(start));
    return parts;
  }
}
