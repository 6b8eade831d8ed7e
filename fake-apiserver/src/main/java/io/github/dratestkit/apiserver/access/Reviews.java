package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers questions about access: who am I, whose token is this, who may do what. They are asked as
 * if an object were created, and nothing is kept.
 */
final class Reviews {

  private final Authentication authentication;
  private static final String ALL =
      "[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]},"
          + "{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]";

  private final AccessReviews accessReviews;
  private final boolean listsRoles;
  private final TokenRequests tokenRequests;
  private final Store store;
  private final InstantSource clock;

  Reviews(
      AccessMode mode,
      Authentication authentication,
      Authorizer authorizer,
      ServiceAccountTokens tokens,
      Store store,
      InstantSource clock) {
    this.authentication = authentication;
    this.accessReviews = new AccessReviews(authorizer);
    this.listsRoles = mode == AccessMode.NODE_AND_ROLES;
    this.tokenRequests = new TokenRequests(tokens, store, clock);
    this.store = store;
    this.clock = clock;
  }

  /** Fills in what a question leaves out. */
  void applyDefaults(Target target, ObjectNode question) {
    if (isTokenRequest(target)) {
      TokenRequests.applyDefaults(question);
    }
  }

  private static boolean isTokenRequest(Target target) {
    return target.subresource().equals("token")
        && target.resource().resource().toString().equals("serviceaccounts");
  }

  /** Returns the answer to a question, or none if a request is about an ordinary resource. */
  Optional<ObjectNode> answer(User user, Target target, ObjectNode question) {
    String resource = target.resource().resource().toString();
    if (isTokenRequest(target)) {
      return Optional.of(tokenRequests.make(target, question));
    }
    return switch (resource) {
      case "selfsubjectreviews.authentication.k8s.io" -> Optional.of(self(user, question));
      case "tokenreviews.authentication.k8s.io" -> Optional.of(token(question));
      case "selfsubjectaccessreviews.authorization.k8s.io" ->
          Optional.of(accessReviews.ofSelf(user, question));
      case "subjectaccessreviews.authorization.k8s.io" ->
          Optional.of(accessReviews.ofOther(question));
      case "localsubjectaccessreviews.authorization.k8s.io" ->
          Optional.of(accessReviews.inNamespace(target, question));
      case "selfsubjectrulesreviews.authorization.k8s.io" -> Optional.of(rules(user, question));
      default -> Optional.empty();
    };
  }

  private ObjectNode self(User user, ObjectNode question) {
    // Whatever the question is called, the answer has no name.
    question
        .putObject("metadata")
        .put("creationTimestamp", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    ObjectNode status = question.putObject("status");
    status.set("userInfo", userInfo(user));
    return question;
  }

  private ObjectNode token(ObjectNode question) {
    String token = question.path("spec").path("token").asString("");
    if (token.isEmpty()) {
      throw StatusErrors.badRequest("token is required for TokenReview in authentication");
    }
    List<String> asked = new ArrayList<>();
    question.path("spec").path("audiences").forEach(audience -> asked.add(audience.asString("")));
    Optional<Authentication.Bearer> bearer =
        authentication.ofToken(
            token, asked.isEmpty() ? List.of(ServiceAccountTokens.AUDIENCE) : asked);
    ObjectNode status = question.putObject("status");
    if (bearer.isEmpty()) {
      status.putObject("user");
      status.put("error", "invalid bearer token");
      return question;
    }
    status.put("authenticated", true);
    status.set("user", userInfo(bearer.get().user()));
    bearer.get().audiences().forEach(status.putArray("audiences")::add);
    return question;
  }

  private ObjectNode rules(User user, ObjectNode question) {
    String namespace = question.path("spec").path("namespace").asString("");
    if (namespace.isEmpty()) {
      throw StatusErrors.badRequest("no namespace on request");
    }
    // The answer does not repeat what was asked.
    question.remove("metadata");
    question.putObject("spec");
    ObjectNode status = question.putObject("status");
    ArrayNode resources = status.putArray("resourceRules");
    ArrayNode paths = status.putArray("nonResourceRules");
    for (JsonNode rule : rules(user, namespace)) {
      if (!rule.path("resources").isEmpty()) {
        copy(
            rule,
            resources.addObject(),
            List.of("verbs", "apiGroups", "resources", "resourceNames"));
      }
      if (!rule.path("nonResourceURLs").isEmpty()) {
        copy(rule, paths.addObject(), List.of("verbs", "nonResourceURLs"));
      }
    }
    // What a kubelet may do depends on its pods and cannot be listed.
    boolean node = listsRoles && NodeAuthorizer.isNode(user);
    status.put("incomplete", node);
    if (node) {
      status.put("evaluationError", "node authorizer does not support user rule resolution");
    }
    return question;
  }

  private List<JsonNode> rules(User user, String namespace) {
    List<JsonNode> rules = new ArrayList<>();
    if (!listsRoles) {
      JsonMapper.shared().readTree(ALL).forEach(rules::add);
      return rules;
    }
    rules.addAll(new Roles(store.view()).rulesOf(user, namespace));
    return rules;
  }

  private static void copy(JsonNode from, ObjectNode to, List<String> fields) {
    for (String field : fields) {
      if (from.has(field)) {
        to.set(field, from.get(field).deepCopy());
      }
    }
  }

  private static ObjectNode userInfo(User user) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("username", user.name());
    if (!user.uid().isEmpty()) {
      info.put("uid", user.uid());
    }
    user.groups().forEach(info.putArray("groups")::add);
    if (!user.extra().isEmpty()) {
      ObjectNode extra = info.putObject("extra");
      new TreeMap<>(user.extra())
          .forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return info;
  }
}
