package io.github.dratestkit.allocator.value;

/** A text that is not a semantic version. The message says why and where. */
public final class MalformedVersionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private MalformedVersionException(String message) {
    super(message);
  }

  static MalformedVersionException of(String text) {
    return new MalformedVersionException(
        "\""
            + text
            + "\" is not a semantic version: use MAJOR.MINOR.PATCH without leading zeros, with an"
            + " optional -PRERELEASE and +BUILD of letters, digits, dashes and dots");
  }

  static MalformedVersionException tooLarge(String text, String number) {
    return new MalformedVersionException(
        "\"" + text + "\" is not a semantic version: " + number + " is more than 64 bits hold");
  }
}
