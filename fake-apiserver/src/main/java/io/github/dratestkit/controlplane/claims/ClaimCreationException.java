package io.github.dratestkit.controlplane.claims;

/** An entry of a pod or a pod group for which no claim can be made now. */
final class ClaimCreationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ClaimCreationException(String message) {
    super(message);
  }

  /** Returns the same refusal with the place where it happened before it. */
  ClaimCreationException in(String place) {
    return new ClaimCreationException(place + ": " + getMessage());
  }
}
