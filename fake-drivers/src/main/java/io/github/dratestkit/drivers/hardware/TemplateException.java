package io.github.dratestkit.drivers.hardware;

/** A template that cannot be expanded; the message says where and why. */
final class TemplateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TemplateException(String message) {
    super(message);
  }
}
