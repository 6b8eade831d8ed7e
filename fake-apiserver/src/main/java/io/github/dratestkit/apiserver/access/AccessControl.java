package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.registry.Requester;
import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import io.github.dratestkit.apiserver.registry.WriteContext.Permission;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.time.Identity;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Who asks and whether they may: the gate before every request. The one way into this package. */
public final class AccessControl {

  private static final User ADMINISTRATOR =
      User.of("system:admin", "system:masters", User.AUTHENTICATED);

  private final Authentication authentication;
  private final Authorizer authorizer;
  private final Reviews reviews;

  /**
   * Creates the gate of a server.
   *
   * @param tokens users by their fixed tokens
   */
  public AccessControl(
      AccessMode mode,
      Map<String, User> tokens,
      Store store,
      InstantSource clock,
      Identity identity) {
    ServiceAccountTokens accountTokens = new ServiceAccountTokens(store, clock, identity);
    this.authentication =
        switch (mode) {
          case ALWAYS_ALLOW ->
              new Authentication(tokens, accountTokens, ADMINISTRATOR, Optional.of(ADMINISTRATOR));
          case NODE_AND_ROLES ->
              new Authentication(tokens, accountTokens, User.anonymous(), Optional.empty());
        };
    this.authorizer =
        switch (mode) {
          case ALWAYS_ALLOW -> Authorizer.ALWAYS_ALLOW;
          case NODE_AND_ROLES -> new NodeAuthorizer().or(new RoleAuthorizer(store));
        };
    this.reviews = new Reviews(authentication, authorizer, accountTokens, store, clock);
  }

  /**
   * Returns who a request acts for.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 401, or 403 if the sender may not
   *     act for them
   */
  public User userOf(ApiRequest request) {
    User sender = authentication.userOf(request);
    Optional<User> other = Authentication.impersonated(request);
    if (other.isEmpty()) {
      return sender;
    }
    for (Access access : impersonations(other.get())) {
      require(sender, new AccessRequest.OfResource(access));
    }
    return other.get();
  }

  private static List<Access> impersonations(User other) {
    List<Access> accesses = new ArrayList<>();
    String[] account = other.name().split(":", -1);
    if (other.name().startsWith("system:serviceaccount:") && account.length == 4) {
      accesses.add(impersonation("", "serviceaccounts", account[2], account[3]));
    } else {
      accesses.add(impersonation("", "users", "", other.name()));
      other.groups().stream()
          .filter(group -> !group.equals(User.AUTHENTICATED))
          .forEach(group -> accesses.add(impersonation("", "groups", "", group)));
    }
    if (!other.uid().isEmpty()) {
      accesses.add(impersonation("authentication.k8s.io", "uids", "", other.uid()));
    }
    return accesses;
  }

  private static Access impersonation(
      String group, String resource, String namespace, String name) {
    return new Access("impersonate", group, resource, "", namespace, name);
  }

  /**
   * Lets a request about a resource pass.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 403
   */
  public void authorize(User user, Target target, ApiRequest request) {
    String namespace =
        target.resource().resource().toString().equals("namespaces")
            ? target.name()
            : target.namespace();
    require(
        user,
        new AccessRequest.OfResource(
            new Access(
                ResourceHandler.verb(target, request),
                target.resource().resource().group(),
                target.resource().resource().resource(),
                target.subresource(),
                namespace,
                target.name())));
  }

  /**
   * Lets a request about a path pass.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 403
   */
  public void authorize(User user, ApiRequest request) {
    require(
        user, new AccessRequest.OfPath(request.method().toLowerCase(Locale.ROOT), request.path()));
  }

  private void require(User user, AccessRequest request) {
    if (authorizer.allows(user, request)) {
      return;
    }
    GroupResource resource = new GroupResource("", "");
    String name = "";
    if (request instanceof AccessRequest.OfResource ofResource) {
      Access access = ofResource.access();
      resource = new GroupResource(access.group(), ofResource.resource());
      name = access.name();
    }
    throw StatusErrors.forbidden(resource, name, "User \"" + user.name() + "\" " + request.text());
  }

  /** Returns the one who may do everything, for what the server writes itself. */
  public Requester administrator() {
    return requester(ADMINISTRATOR);
  }

  /** Returns a user as a registry sees it. */
  public Requester requester(User user) {
    Caller caller = user.caller();
    return new Requester() {
      @Override
      public Caller caller() {
        return caller;
      }

      @Override
      public Permission mayAlso(Access access) {
        AccessRequest request = new AccessRequest.OfResource(access);
        return authorizer.allows(user, request)
            ? Permission.GRANTED
            : new Permission(false, "User \"" + user.name() + "\" " + request.text());
      }

      @Override
      public Optional<ObjectNode> answer(Target target, ObjectNode question) {
        return reviews.answer(user, target, question);
      }
    };
  }
}
