package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Requester;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.registry.WriteContext.Caller;
import io.github.dratestkit.apiserver.registry.WriteContext.Permission;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.time.Identity;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Who asks and whether they may: the gate before every request. The one way into this package. */
public final class AccessControl {

  /** The user of what the server and its own loops do. */
  public static final User ADMINISTRATOR =
      User.of("system:admin", "system:masters", User.AUTHENTICATED);

  private final Authentication authentication;
  private final Authorizer authorizer;
  private final List<AdmissionPlugin> plugins;
  private final Refusals refusals;
  private final Impersonation impersonation;
  private final Reviews reviews;

  /** Creates the gate of a server. */
  public AccessControl(
      AccessSetting setting,
      FeatureSet features,
      Store store,
      InstantSource clock,
      Identity identity) {
    ServiceAccountTokens accountTokens = new ServiceAccountTokens(store, clock, identity);
    Map<String, User> users = setting.users();
    this.authentication =
        switch (setting.mode()) {
          case ALWAYS_ALLOW ->
              new Authentication(users, accountTokens, ADMINISTRATOR, Optional.of(ADMINISTRATOR));
          case NODE_AND_ROLES ->
              new Authentication(users, accountTokens, User.anonymous(), Optional.empty());
        };
    this.authorizer =
        switch (setting.mode()) {
          case ALWAYS_ALLOW -> Authorizer.ALWAYS_ALLOW;
          case NODE_AND_ROLES ->
              RoleAuthorizer.masters()
                  .or(new NodeAuthorizer(store).named("node"))
                  .or(new RoleAuthorizer(store).named("rbac"));
        };
    this.plugins =
        switch (setting.mode()) {
          case ALWAYS_ALLOW -> List.of();
          case NODE_AND_ROLES -> List.of(new NodeRestriction(), new RoleEscalation(store));
        };
    this.refusals = new Refusals(authorizer);
    this.impersonation =
        new Impersonation(authorizer, features.enabled("ConstrainedImpersonation"));
    this.reviews =
        new Reviews(setting.mode(), authentication, authorizer, accountTokens, store, clock);
  }

  /**
   * Returns who sends a request.
   *
   * @throws StatusException 401
   */
  public User senderOf(ApiRequest request) {
    return authentication.userOf(request);
  }

  /**
   * Lets a request pass, and returns who it acts for.
   *
   * @throws StatusException 403
   */
  public User admit(User sender, ApiRequest request) {
    AccessRequest asked = RequestedAccess.of(request);
    User user = impersonation.actor(sender, request, asked);
    Optional<StatusException> refusal = refusals.of(user, asked);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return user;
  }

  /** Returns what others must know to trust tokens, or none if a path is about something else. */
  public Optional<ApiResponse> issuer(ApiRequest request) {
    return TokenIssuer.answer(request);
  }

  /** Returns what admission does because of who asks. */
  public List<AdmissionPlugin> admissionPlugins() {
    return plugins;
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
        Decision decision = authorizer.decide(user, request);
        return decision.allowed()
            ? Permission.GRANTED
            : new Permission(false, Refusals.text(user, request, decision.reason()));
      }

      @Override
      public void applyDefaults(Target target, ObjectNode question) {
        reviews.applyDefaults(target, question);
      }

      @Override
      public Optional<ObjectNode> answer(Target target, ObjectNode question) {
        return reviews.answer(user, target, question);
      }
    };
  }
}
