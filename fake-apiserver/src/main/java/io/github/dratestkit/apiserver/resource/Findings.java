package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one object, and remembers which kind of rule found it. */
final class Findings {

  /** Where a rule stands, which decides whether its finding is reported twice. */
  enum Standing {
    /** Written out in code and nowhere else. */
    WRITTEN,
    /** Written out in code although a declared rule says the same. */
    WRITTEN_AND_DECLARED,
    /** Declared, and only in force with the gate DeclarativeValidationBeta. */
    DECLARED_BETA,
    /** Declared and always in force. */
    DECLARED
  }

  /** One thing that is wrong. */
  record Finding(FieldError error, Standing standing) {}

  private final List<Finding> all;
  private final Standing standing;

  private Findings(List<Finding> all, Standing standing) {
    this.all = all;
    this.standing = standing;
  }

  /** Returns an empty collection of rules written out in code. */
  static Findings none() {
    return new Findings(new ArrayList<>(), Standing.WRITTEN);
  }

  /** Returns this collection for rules of another standing. */
  Findings as(Standing other) {
    return new Findings(all, other);
  }

  /** Returns this collection for rules that are declared as well. */
  Findings alsoDeclared() {
    return as(Standing.WRITTEN_AND_DECLARED);
  }

  void add(FieldError error) {
    all.add(new Finding(error, standing));
  }

  void required(String field, String detail) {
    add(FieldError.required(field, detail));
  }

  void invalid(String field, Object value, String detail) {
    add(FieldError.invalid(field, value, detail));
  }

  /** Returns everything found so far. */
  List<Finding> all() {
    return List.copyOf(all);
  }

  /** Returns the errors alone. */
  List<FieldError> errors() {
    return all.stream().map(Finding::error).toList();
  }
}
