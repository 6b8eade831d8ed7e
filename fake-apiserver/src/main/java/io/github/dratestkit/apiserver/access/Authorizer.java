package io.github.dratestkit.apiserver.access;

/** Decides whether a user may do something. */
@FunctionalInterface
interface Authorizer {

  /** Allows everything. */
  Authorizer ALWAYS_ALLOW = (user, request) -> Decision.allow("");

  Decision decide(User user, AccessRequest request);

  /** Returns this authorizer with its name before the reasons of its denials. */
  default Authorizer named(String name) {
    return (user, request) -> {
      Decision decision = decide(user, request);
      return decision.allowed() || decision.reason().isEmpty()
          ? decision
          : Decision.deny(name + ": " + decision.reason());
    };
  }

  /** Returns an authorizer that allows what either of two allows. */
  default Authorizer or(Authorizer other) {
    return (user, request) -> {
      Decision first = decide(user, request);
      return first.allowed() ? first : first.or(other.decide(user, request));
    };
  }
}
