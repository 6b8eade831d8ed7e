package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.List;
import java.util.Optional;

/** Asks an authorizer and words its denials as upstream does. */
record Refusals(Authorizer authorizer) {

  /** Returns why a user may not do something, none if they may. */
  Optional<StatusException> of(User user, AccessRequest request) {
    Decision decision = authorizer.decide(user, request);
    return decision.allowed()
        ? Optional.empty()
        : Optional.of(refusal(user, request, decision.reason()));
  }

  /** Returns why a user may not do the first of several things that they may not do. */
  Optional<StatusException> first(User user, List<Access> accesses) {
    return accesses.stream()
        .map(access -> of(user, new AccessRequest.OfResource(access)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Returns the sentence of a refusal. */
  static String text(User user, AccessRequest request, String reason) {
    return "User \""
        + user.name()
        + "\" "
        + request.text()
        + (reason.isEmpty() ? "" : ": " + reason);
  }

  static StatusException refusal(User user, AccessRequest request, String reason) {
    GroupResource resource = new GroupResource("", "");
    String name = "";
    if (request instanceof AccessRequest.OfResource ofResource) {
      resource = new GroupResource(ofResource.access().group(), ofResource.access().resource());
      name = ofResource.access().name();
    }
    return StatusErrors.forbidden(resource, name, text(user, request, reason));
  }
}
