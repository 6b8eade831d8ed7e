package io.github.dratestkit.controlplane.common;

/** What an entry of {@code spec.resourceClaims} says about the claim that it stands for. */
public sealed interface ClaimName {

  /** The claim is called {@code name}, and the user made it. */
  record Direct(String name) implements ClaimName {}

  /** The claim is called {@code name}, and must have been made for this pod or its group. */
  record Generated(String name) implements ClaimName {}

  /** No claim is needed for the entry. */
  record NotNeeded() implements ClaimName {}

  /** The claim cannot be named yet, or never; {@code message} says why. */
  record Unknown(String message) implements ClaimName {}
}
