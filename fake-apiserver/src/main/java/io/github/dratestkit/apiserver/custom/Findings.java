package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with a value, and how many of the rules that were asked had nothing against it: of
 * several schemas of which none fits, the one with the most is told of.
 */
final class Findings {

  private final List<FieldError> errors = new ArrayList<>();
  private int fitting;

  List<FieldError> errors() {
    return errors;
  }

  int fitting() {
    return fitting;
  }

  boolean none() {
    return errors.isEmpty();
  }

  void fits() {
    fitting++;
  }

  void add(FieldError error) {
    errors.add(error);
  }

  void add(Findings others) {
    errors.addAll(others.errors);
    fitting += others.fitting;
  }

  /** Forgets what is wrong, because it was so before. */
  void forgive() {
    errors.clear();
  }
}
