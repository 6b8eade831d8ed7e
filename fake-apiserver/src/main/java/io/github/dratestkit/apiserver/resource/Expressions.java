package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;

/** Judges CEL expressions as the API does when it first sees them. */
interface Expressions {

  /** What an expression is for, which decides what it may return. */
  enum Use {
    SELECTOR,
    DERIVED_ATTRIBUTE
  }

  /** The judgement on one expression. */
  sealed interface Judgement {

    /** It compiles; {@code cost} is the highest estimate of what a run costs. */
    record Compiles(long cost) implements Judgement {}

    /** It does not, and {@code error} says why, at the field that was asked about. */
    record Refused(FieldError error) implements Judgement {}
  }

  /** Judges {@code expression}, which stands at {@code path}. */
  Judgement judge(String expression, Use use, String path);
}
