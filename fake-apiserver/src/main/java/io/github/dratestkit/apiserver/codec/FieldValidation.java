package io.github.dratestkit.apiserver.codec;

import java.util.Optional;

/** What happens to unknown and repeated fields in a body, as the query parameter asks. */
public enum FieldValidation {
  /** They are dropped. */
  IGNORE,
  /** They are dropped, and a warning names each; what the server does unless told otherwise. */
  WARN,
  /** They are an error. */
  STRICT;

  /** Returns the value of the query parameter {@code fieldValidation}; empty text means warn. */
  public static Optional<FieldValidation> named(String parameter) {
    return switch (parameter) {
      case "Ignore" -> Optional.of(IGNORE);
      case "", "Warn" -> Optional.of(WARN);
      case "Strict" -> Optional.of(STRICT);
      default -> Optional.empty();
    };
  }
}
