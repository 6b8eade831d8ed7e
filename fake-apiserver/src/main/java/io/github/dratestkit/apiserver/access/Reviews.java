package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers questions about access: who am I, whose token is this, who may do what. They are asked as
 * if an object were created, and nothing is kept.
 */
final class Reviews {

  private final Authentication authentication;
  private final Authorizer authorizer;
  private final TokenRequests tokenRequests;
  private final Store store;
  private final InstantSource clock;

  Reviews(
      Authentication authentication,
      Authorizer authorizer,
      ServiceAccountTokens tokens,
      Store store,
      InstantSource clock) {
    this.authentication = authentication;
    this.authorizer = authorizer;
    this.tokenRequests = new TokenRequests(tokens, store, clock);
    this.store = store;
    this.clock = clock;
  }

  /** Returns the answer to a question, or none if a request is about an ordinary resource. */
  Optional<ObjectNode> answer(User user, Target target, ObjectNode question) {
    String resource = target.resource().resource().toString();
    if (resource.equals("serviceaccounts") && target.subresource().equals("token")) {
      return Optional.of(tokenRequests.make(target, question));
    }
    return switch (resource) {
      case "selfsubjectreviews.authentication.k8s.io" -> Optional.of(self(user, question));
      case "tokenreviews.authentication.k8s.io" -> Optional.of(token(question));
      case "selfsubjectaccessreviews.authorization.k8s.io" ->
          Optional.of(access(user, target, question));
      case "subjectaccessreviews.authorization.k8s.io",
          "localsubjectaccessreviews.authorization.k8s.io" ->
          Optional.of(access(subject(question.path("spec")), target, question));
      case "selfsubjectrulesreviews.authorization.k8s.io" -> Optional.of(rules(user, question));
      default -> Optional.empty();
    };
  }

  private ObjectNode self(User user, ObjectNode question) {
    question
        .withObjectProperty("metadata")
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
    Optional<User> user = authentication.ofToken(token);
    ObjectNode status = question.putObject("status");
    if (user.isEmpty()) {
      status.putObject("user");
      status.put("error", "invalid bearer token");
      return question;
    }
    // A valid token is not sent back.
    question.withObjectProperty("spec").remove("token");
    status.put("authenticated", true);
    status.set("user", userInfo(user.get()));
    JsonNode asked = question.path("spec").path("audiences");
    ArrayNode audiences = status.putArray("audiences");
    if (asked.isEmpty()) {
      audiences.add(ServiceAccountTokens.AUDIENCE);
    } else {
      asked.forEach(audiences::add);
    }
    return question;
  }

  private ObjectNode access(User user, Target target, ObjectNode question) {
    JsonNode spec = question.path("spec");
    JsonNode resource = spec.path("resourceAttributes");
    JsonNode path = spec.path("nonResourceAttributes");
    if (resource.isObject() == path.isObject()) {
      // The refusal names no kind upstream either.
      throw StatusErrors.invalid(
          new GroupVersionKind("authorization.k8s.io", "", ""),
          "",
          List.of(
              FieldError.invalid(
                  "spec",
                  JsonNodeFactory.instance.nullNode(),
                  "exactly one of nonResourceAttributes or resourceAttributes must be"
                      + " specified")));
    }
    AccessRequest request =
        path.isObject()
            ? new AccessRequest.OfPath(text(path, "verb"), text(path, "path"))
            : new AccessRequest.OfResource(accessOf(resource, target));
    question.putObject("status").put("allowed", authorizer.allows(user, request));
    return question;
  }

  private static Access accessOf(JsonNode attributes, Target target) {
    String namespace = text(attributes, "namespace");
    return new Access(
        text(attributes, "verb"),
        text(attributes, "group"),
        text(attributes, "resource"),
        text(attributes, "subresource"),
        namespace.isEmpty() ? target.namespace() : namespace,
        text(attributes, "name"));
  }

  private static User subject(JsonNode spec) {
    List<String> groups = new ArrayList<>();
    spec.path("groups").forEach(group -> groups.add(group.asString("")));
    return new User(text(spec, "user"), text(spec, "uid"), groups, Map.of());
  }

  private ObjectNode rules(User user, ObjectNode question) {
    String namespace = question.path("spec").path("namespace").asString("");
    ObjectNode status = question.putObject("status");
    ArrayNode resources = status.putArray("resourceRules");
    ArrayNode paths = status.putArray("nonResourceRules");
    for (JsonNode rule : new RulesOfUser(store.view()).in(user, namespace)) {
      if (rule.path("resources").isEmpty()) {
        copy(rule, paths.addObject(), List.of("verbs", "nonResourceURLs"));
      } else {
        copy(
            rule,
            resources.addObject(),
            List.of("verbs", "apiGroups", "resources", "resourceNames"));
      }
    }
    status.put("incomplete", false);
    return question;
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

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }
}
