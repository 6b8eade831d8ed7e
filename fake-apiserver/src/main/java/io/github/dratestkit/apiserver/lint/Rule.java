package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.LintFinding.Severity;

/**
 * A rule of lint, with what can be said about it without a case.
 *
 * @param id short and stable, as reports name it
 * @param reason why it matters
 * @param fix what to do about it
 */
record Rule(String id, Severity severity, String reason, String fix) {

  static Rule error(String id, String reason, String fix) {
    return new Rule(id, Severity.ERROR, reason, fix);
  }

  static Rule warning(String id, String reason, String fix) {
    return new Rule(id, Severity.WARNING, reason, fix);
  }
}
