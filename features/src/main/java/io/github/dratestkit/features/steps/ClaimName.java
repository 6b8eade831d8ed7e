package io.github.dratestkit.features.steps;

/** How a step names a claim. */
public sealed interface ClaimName {

  /** A claim that the scenario created. */
  record Named(String name) implements ClaimName {}

  /** The claim that was made for a pod from its template. */
  record OfPod(String pod) implements ClaimName {}
}
