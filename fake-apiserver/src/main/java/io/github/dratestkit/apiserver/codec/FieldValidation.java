package io.github.dratestkit.apiserver.codec;

/** What to do about fields that a kind does not have: the {@code fieldValidation} of a request. */
public enum FieldValidation {
  IGNORE,
  WARN,
  STRICT
}
