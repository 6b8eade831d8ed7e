package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says who may do what, to whoever asks (pkg/registry/authorization and
 * pkg/apis/authorization/validation, 1.37).
 */
record AccessReviews(Authorizer authorizer) {

  private static final String ONE_OF =
      "exactly one of nonResourceAttributes or resourceAttributes must be specified";

  /** Answers what a user asks about themselves. */
  ObjectNode ofSelf(User user, ObjectNode question) {
    refuse(errors(question, false));
    return decided(user, question);
  }

  /** Answers what somebody asks about another. */
  ObjectNode ofOther(ObjectNode question) {
    List<FieldError> errors = errors(question, true);
    refuse(errors);
    return decided(subject(question.path("spec")), question);
  }

  /** Answers what somebody asks about another in one namespace. */
  ObjectNode inNamespace(Target target, ObjectNode question) {
    List<FieldError> errors = new ArrayList<>(errors(question, true));
    JsonNode spec = question.path("spec");
    String namespace = namespaceOf(question, target);
    JsonNode resource = spec.path("resourceAttributes");
    if (resource.isObject() && !text(resource, "namespace").equals(namespace)) {
      errors.add(
          FieldError.invalid(
              "spec.resourceAttributes.namespace",
              text(resource, "namespace"),
              "must match metadata.namespace"));
    }
    if (spec.path("nonResourceAttributes").isObject()) {
      errors.add(
          FieldError.invalid(
              "spec.nonResourceAttributes",
              spec.path("nonResourceAttributes"),
              "disallowed on this kind of request"));
    }
    refuse(errors);
    if (!namespace.equals(target.namespace())) {
      throw StatusErrors.badRequest(
          "spec.resourceAttributes.namespace must match namespace: " + target.namespace());
    }
    return decided(subject(spec), question);
  }

  private static String namespaceOf(ObjectNode question, Target target) {
    String sent = text(question.path("metadata"), "namespace");
    if (sent.isEmpty()) {
      question.withObjectProperty("metadata").put("namespace", target.namespace());
    }
    return sent.isEmpty() ? target.namespace() : sent;
  }

  private static List<FieldError> errors(ObjectNode question, boolean aboutOther) {
    List<FieldError> errors = new ArrayList<>();
    JsonNode spec = question.path("spec");
    JsonNode resource = spec.path("resourceAttributes");
    if (resource.isObject() == spec.path("nonResourceAttributes").isObject()) {
      errors.add(FieldError.invalid("spec", spec.path("nonResourceAttributes"), ONE_OF));
    }
    if (aboutOther && text(spec, "user").isEmpty() && spec.path("groups").isEmpty()) {
      errors.add(
          FieldError.invalid("spec.user", "", "at least one of user or group must be specified"));
    }
    for (String selector : List.of("fieldSelector", "labelSelector")) {
      if (resource.path(selector).isObject()) {
        selector(resource.path(selector), "spec.resourceAttributes." + selector, errors);
      }
    }
    ObjectNode metadata = question.objectNode();
    if (question.get("metadata") instanceof ObjectNode sent) {
      metadata.setAll(sent);
    }
    metadata.remove(List.of("managedFields", "creationTimestamp"));
    if (question.path("kind").asString("").equals("LocalSubjectAccessReview")) {
      metadata.remove("namespace");
    }
    if (!metadata.isEmpty()) {
      errors.add(FieldError.invalid("metadata", metadata, "must be empty"));
    }
    return errors;
  }

  private static void selector(JsonNode selector, String path, List<FieldError> errors) {
    String raw = text(selector, "rawSelector");
    boolean listed = !selector.path("requirements").isEmpty();
    if (!raw.isEmpty() && listed) {
      errors.add(
          FieldError.invalid(
              path + ".rawSelector", raw, "may not be specified together with requirements"));
    }
    if (raw.isEmpty() && !listed) {
      errors.add(
          FieldError.required(path + ".requirements", "or rawSelector, one of both is needed"));
    }
    for (int i = 0; i < selector.path("requirements").size(); i++) {
      requirement(selector.path("requirements").get(i), path + ".requirements[" + i + "]", errors);
    }
  }

  private static void requirement(JsonNode requirement, String path, List<FieldError> errors) {
    boolean valued = !requirement.path("values").isEmpty();
    switch (text(requirement, "operator")) {
      case "In", "NotIn" -> {
        if (!valued) {
          errors.add(FieldError.required(path + ".values", "must be specified with In and NotIn"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (valued) {
          errors.add(FieldError.forbidden(path + ".values", "not with Exists and DoesNotExist"));
        }
      }
      default -> {}
    }
    String key = text(requirement, "key");
    if (path.contains("labelSelector")) {
      Labels.keyProblems(key)
          .forEach(problem -> errors.add(FieldError.invalid(path + ".key", key, problem)));
    } else if (key.isEmpty()) {
      errors.add(FieldError.required(path + ".key", "must be specified"));
    }
  }

  // The refusal names no kind upstream either.
  private static void refuse(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(new GroupVersionKind("authorization.k8s.io", "", ""), "", errors);
    }
  }

  private ObjectNode decided(User user, ObjectNode question) {
    JsonNode path = question.path("spec").path("nonResourceAttributes");
    Decision decision =
        authorizer.decide(
            user,
            path.isObject()
                ? new AccessRequest.OfPath(text(path, "verb"), text(path, "path"))
                : resource(question.path("spec").path("resourceAttributes")));
    ObjectNode status = question.putObject("status").put("allowed", decision.allowed());
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    return question;
  }

  private static AccessRequest resource(JsonNode attributes) {
    return new AccessRequest.OfResource(
        new Access(
            text(attributes, "verb"),
            text(attributes, "group"),
            text(attributes, "resource"),
            text(attributes, "subresource"),
            text(attributes, "namespace"),
            text(attributes, "name")),
        fields(attributes.path("fieldSelector")));
  }

  private static Map<String, String> fields(JsonNode selector) {
    Map<String, String> fields = new HashMap<>(FieldTerms.of(text(selector, "rawSelector")));
    for (JsonNode requirement : selector.path("requirements")) {
      if (text(requirement, "operator").equals("In") && requirement.path("values").size() == 1) {
        fields.put(text(requirement, "key"), requirement.path("values").get(0).asString(""));
      }
    }
    return fields;
  }

  private static User subject(JsonNode spec) {
    List<String> groups = new ArrayList<>();
    spec.path("groups").forEach(group -> groups.add(group.asString("")));
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : spec.path("extra").properties()) {
      List<String> values = new ArrayList<>();
      entry.getValue().forEach(value -> values.add(value.asString("")));
      extra.put(entry.getKey(), values);
    }
    return new User(text(spec, "user"), text(spec, "uid"), groups, extra);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }
}
