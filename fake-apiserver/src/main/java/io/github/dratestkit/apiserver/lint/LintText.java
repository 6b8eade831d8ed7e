package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Findings for people. Each begins as compilers do, with file, line and column, so that editors can
 * jump there; no line is longer than 80 characters unless a single word is.
 */
final class LintText {

  private static final int WIDTH = 80;
  private static final String INDENT = "    ";
  private static final String HANGING = INDENT + "     ";

  /** A value in quotes, of which a person needs to see the ends only. */
  private static final Pattern LONG_VALUE = Pattern.compile("\"([^\"\\\\]|\\\\.){48,}\"");

  private static final int KEPT = 20;

  /** What the compiler says before the fault; the finding has the place already. */
  private static final Pattern PLACE =
      Pattern.compile("(compilation failed: ERROR: |evaluation error at )<input>:[0-9:]+ ");

  private final StringBuilder out = new StringBuilder();

  private LintText() {}

  static String of(List<LintFinding> findings) {
    LintText text = new LintText();
    findings.forEach(text::add);
    long errors = findings.stream().filter(finding -> finding.severity() == Severity.ERROR).count();
    return text.out
        .append(counted(errors, "error"))
        .append(", ")
        .append(counted(findings.size() - errors, "warning"))
        .append('\n')
        .toString();
  }

  static String ofRules(List<LintRule> rules) {
    LintText text = new LintText();
    for (LintRule rule : rules) {
      text.wrap("", rule.id() + " (" + LintFormat.level(rule.severity()) + ")");
      text.wrap(INDENT + "why: ", rule.reason());
      text.wrap(INDENT + "fix: ", rule.fix());
    }
    return text.out.toString();
  }

  private static String counted(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private void add(LintFinding finding) {
    String where = finding.file() + ":" + finding.position() + ": ";
    String field = finding.field().isEmpty() ? "" : finding.field() + ": ";
    wrap(where + LintFormat.level(finding.severity()) + ": ", field + brief(finding.message()));
    wrap(INDENT + "in:  ", finding.object() + " [" + finding.rule() + "]");
    wrap(INDENT + "why: ", finding.reason());
    wrap(INDENT + "fix: ", finding.fix());
  }

  /** Returns the first line of a message, long values cut in the middle. */
  private static String brief(String message) {
    String line = PLACE.matcher(message.lines().findFirst().orElse("")).replaceAll("");
    return LONG_VALUE
        .matcher(line)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    match.group().substring(0, KEPT)
                        + "..."
                        + match.group().substring(match.group().length() - KEPT)));
  }

  /** Writes a start and then words, with a line break before each word that would not fit. */
  private void wrap(String start, String text) {
    out.append(start);
    int column = start.length();
    boolean atStart = true;
    for (String word : text.split(" ", -1)) {
      if (column + (atStart ? 0 : 1) + word.length() > WIDTH) {
        out.append('\n').append(HANGING);
        column = HANGING.length();
        atStart = true;
      }
      out.append(atStart ? "" : " ").append(word);
      column += (atStart ? 0 : 1) + word.length();
      atStart = false;
    }
    out.append('\n');
  }
}
