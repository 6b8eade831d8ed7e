package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.manifest.Position;

/**
 * One thing that is wrong in a file, or that could be better.
 *
 * @param rule the id of the rule, such as {@code incomplete-pool}
 * @param severity how bad it is
 * @param file the file as the user named it
 * @param position where in the file
 * @param object kind and name of the object
 * @param field the path of the field, empty for the whole object
 * @param message what is the matter here
 * @param reason why it matters
 * @param fix what to do about it
 */
public record LintFinding(
    String rule,
    Severity severity,
    String file,
    Position position,
    String object,
    String field,
    String message,
    String reason,
    String fix) {

  /** Returns the line in the file, from 1. */
  public int line() {
    return position.line();
  }

  /** Returns the column in the line, from 1. */
  public int column() {
    return position.column();
  }

  /** How bad a finding is. */
  public enum Severity {
    /** The server refuses the object. */
    ERROR,
    /** The server takes the object, but something will not work as it looks. */
    WARNING
  }
}
