package io.github.dratestkit.apiserver.status;

/** The Warning header, in which a server tells what it does not refuse (RFC 7234, code 299). */
public final class WarningHeader {

  /** The name of the header. */
  public static final String NAME = "Warning";

  private WarningHeader() {}

  /** Returns the value of the header for a text. */
  public static String of(String text) {
    return "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
