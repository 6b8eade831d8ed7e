package io.github.dratestkit.allocator.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelSourceLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
    return this;
  }

  /** Adds an error of a node. */
  void add(long nodeId, String message) {
    issues.add(CelIssue.formatError(nodeId, location(source, nodeId), message));
  }

  boolean isEmpty() {
    return issues.isEmpty();
  }

  static CelSourceLocation location(CelSource source, long nodeId) {
    return source
        .getOffsetLocation(source.getPositionsMap().getOrDefault(nodeId, 0))
        .orElse(CelSourceLocation.NONE);
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
