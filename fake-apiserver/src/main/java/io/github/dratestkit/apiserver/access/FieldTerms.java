package io.github.dratestkit.apiserver.access;

import java.util.HashMap;
import java.util.Map;

/** The terms of a field selector that name one value. */
final class FieldTerms {

  private FieldTerms() {}

  /** Returns the values that a selector asks for, by field. */
  static Map<String, String> of(String selector) {
    Map<String, String> fields = new HashMap<>();
    for (String term : selector.split(",", -1)) {
      int sign = term.indexOf('=');
      if (sign > 0 && term.charAt(sign - 1) != '!') {
        String value = term.substring(sign + 1);
        fields.put(term.substring(0, sign), value.startsWith("=") ? value.substring(1) : value);
      }
    }
    return fields;
  }
}
