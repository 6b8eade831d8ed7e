package io.github.dratestkit.apiserver.access;

/** Decides whether a user may do something. */
@FunctionalInterface
interface Authorizer {

  /** Allows everything. */
  Authorizer ALWAYS_ALLOW = (user, request) -> true;

  boolean allows(User user, AccessRequest request);

  /** Returns an authorizer that allows what either of two allows. */
  default Authorizer or(Authorizer other) {
    return (user, request) -> allows(user, request) || other.allows(user, request);
  }
}
