package io.github.dratestkit.apiserver.manifest;

/** A file that cannot be used; the message is one line with file, line and field. */
public final class ManifestException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  ManifestException(String message) {
    super(message);
  }
}
