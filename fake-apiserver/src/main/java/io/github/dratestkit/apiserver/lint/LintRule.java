package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.LintFinding.Severity;

/**
 * A rule of lint, with what can be said about it without a case.
 *
 * @param id short and stable, as reports name it
 * @param severity how bad it is when it is broken
 * @param reason why it matters
 * @param fix what to do about it
 */
public record LintRule(String id, Severity severity, String reason, String fix) {

  static LintRule error(String id, String reason, String fix) {
    return new LintRule(id, Severity.ERROR, reason, fix);
  }

  static LintRule warning(String id, String reason, String fix) {
    return new LintRule(id, Severity.WARNING, reason, fix);
  }
}
