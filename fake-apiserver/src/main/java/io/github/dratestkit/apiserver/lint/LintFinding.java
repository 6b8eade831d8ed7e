package io.github.dratestkit.apiserver.lint;

/**
 * One thing that is wrong in a file, or that could be better.
 *
 * @param rule the id of the rule, such as {@code incomplete-pool}
 * @param severity how bad it is
 * @param file the file as the user named it
 * @param line the line in the file, from 1
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
    int line,
    String object,
    String field,
    String message,
    String reason,
    String fix) {

  /** How bad a finding is. */
  public enum Severity {
    /** The server refuses the object. */
    ERROR,
    /** The server takes the object, but something will not work as it looks. */
    WARNING
  }
}
