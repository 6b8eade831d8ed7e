package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The errors of one expression in the words of upstream ({@code cel-go/common/errors.go} and {@code
 * checker/errors.go}, 0.29): sorted by place, each with the line and a mark below it.
 */
final class CompileErrors {

  /** How many errors are told; of the others, only the number. */
  private static final int MOST = 100;

  private static final Comparator<CelIssue> BY_PLACE =
      Comparator.comparingInt((CelIssue issue) -> issue.getSourceLocation().getLine())
          .thenComparingInt(issue -> issue.getSourceLocation().getColumn());

  private final CelSource source;
  private final List<CelIssue> issues = new ArrayList<>();

  CompileErrors(CelSource source) {
    this.source = source;
  }

  /** Adds what the parser refuses, its macros included. */
  CompileErrors addParsed(List<CelIssue> parsed) {
    parsed.forEach(
        issue ->
            issues.add(
                CelIssue.formatError(
                    issue.getSourceLocation(), SyntaxMessages.of(issue.getMessage()))));
    return this;
  }

  /** Adds what the type checker refuses. */
  CompileErrors addChecked(List<CelIssue> checked, CelAbstractSyntaxTree ast) {
    TypeMessages messages = new TypeMessages(ast);
    checked.stream().flatMap(messages::of).forEach(issues::add);
    Set<Long> failed =
        checked.stream()
            .filter(issue -> !issue.getMessage().startsWith("type '"))
            .map(CelIssue::getExprId)
            .collect(Collectors.toSet());
    optionals(ast)
        .filter(node -> failed.contains(node.id()))
        .forEach(node -> add(node, "expected type 'optional_type(!error!)' but found '!error!'"));
    return this;
  }

  /** What must be optional. Upstream tells of a part that failed that it is not. */
  private static Stream<CelExpr> optionals(CelAbstractSyntaxTree ast) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .flatMap(
            node ->
                switch (node.getKind()) {
                  case LIST ->
                      node.list().optionalIndices().stream()
                          .map(index -> node.list().elements().get(index));
                  case MAP ->
                      node.map().entries().stream()
                          .filter(CelExpr.CelMap.Entry::optionalEntry)
                          .map(CelExpr.CelMap.Entry::value);
                  case CONSTANT, IDENT, SELECT, CALL, STRUCT, COMPREHENSION, NOT_SET ->
                      Stream.empty();
                });
  }

  /** Adds an error of a node. */
  void add(CelExpr node, String message) {
    issues.add(CelIssue.formatError(node.id(), location(source, node), message));
  }

  boolean isEmpty() {
    return issues.isEmpty();
  }

  /** Returns the place of a node; a negative number begins at its sign. */
  static CelSourceLocation location(CelSource source, CelExpr node) {
    int offset = source.getPositionsMap().getOrDefault(node.id(), 0);
    if (isNegative(node)) {
      int[] content = source.getContent().toString().codePoints().toArray();
      int sign = offset - 1;
      while (sign >= 0 && content[sign] != '-' && Character.isWhitespace(content[sign])) {
        sign--;
      }
      offset = sign >= 0 && content[sign] == '-' ? sign : offset;
    }
    return source.getOffsetLocation(offset).orElse(CelSourceLocation.NONE);
  }

  private static boolean isNegative(CelExpr node) {
    if (node.getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
      return false;
    }
    return switch (node.constant().getKind()) {
      case INT64_VALUE -> node.constant().int64Value() < 0;
      case DOUBLE_VALUE ->
          node.constant().doubleValue() < 0 || 1 / node.constant().doubleValue() < 0;
      default -> false;
    };
  }

  /** Returns the errors of an empty source, in which upstream finds no place. */
  String withoutPlace() {
    return issues.stream()
        .map(issue -> "ERROR: " + source.getDescription() + ":1:0: " + issue.getMessage())
        .collect(Collectors.joining("\n"));
  }

  @Override
  public String toString() {
    Stream<String> told =
        issues.stream().sorted(BY_PLACE).limit(MOST).map(issue -> issue.toDisplayString(source));
    Stream<String> others =
        issues.size() > MOST
            ? Stream.of(issues.size() - MOST + " more errors were truncated")
            : Stream.empty();
    return Stream.concat(told, others).collect(Collectors.joining("\n"));
  }
}
