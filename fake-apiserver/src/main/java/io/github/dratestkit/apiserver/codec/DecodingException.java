package io.github.dratestkit.apiserver.codec;

/** Says why something is not an object of the expected kind; the message is for the client. */
public final class DecodingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String text;

  DecodingException(String text) {
    super(text, null, false, false);
    this.text = text;
  }

  /** Returns the message. */
  public String text() {
    return text;
  }
}
