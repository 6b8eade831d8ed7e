package io.github.dratestkit.apiserver.registry;

/** Which finalizers objects of a kind may have. */
public enum FinalizerRule {
  /** Kubernetes' own, and those whose names say whose they are ({@code domain/name}). */
  OWN_OR_QUALIFIED,
  /** Everything that is a name. */
  ANY_NAME
}
