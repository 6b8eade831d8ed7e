package io.github.dratestkit.apiserver.resource;

import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * More requests about the object of a random scenario, each at random: updates of the object or of
 * its status, patches of each kind, in the version it was written in or in another one, with or
 * without a query. The scenario goes on after a refusal.
 */
final class FollowUps {

  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";
  private static final List<String> MERGES =
      List.of("application/merge-patch+json", "application/strategic-merge-patch+json");
  private static final List<String> OPERATIONS =
      List.of("add", "add", "replace", "replace", "remove", "test", "copy", "move");
  private static final List<String> QUERIES =
      List.of("", "", "", "fieldValidation=Strict", "fieldValidation=Ignore", "dryRun=All");
  private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1", "v1alpha3");

  private final ValuePool pool;
  private final Random random;
  private final Mutation mutation;
  private final ObjectNode object;
  private final String path;

  private FollowUps(ObjectNode object, String path, ValuePool pool, Random random) {
    this.object = object;
    this.path = path;
    this.pool = pool;
    this.random = random;
    this.mutation = new Mutation(pool, random);
  }

  /** Adds one to three requests to steps that begin with a creation; returns what they are. */
  static String add(ArrayNode steps, ValuePool pool, Random random) {
    JsonNode first = steps.get(0);
    if (!(first.path("body") instanceof ObjectNode created)) {
      return "";
    }
    steps.forEach(step -> ((ObjectNode) step).put("goOn", true));
    String path = first.path("path").asString() + "/{name}";
    FollowUps more = new FollowUps(created.deepCopy(), path, pool, random);
    StringBuilder what = new StringBuilder();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      ObjectNode step = more.next();
      step.put("show", true).put("goOn", true);
      steps.add(step);
      what.append(", then ").append(step.path("contentType").asString("PUT"));
    }
    return what.toString();
  }

  private ObjectNode next() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> put(mutated("spec"), "");
      case 2 -> put(withStatus(), "/status");
      case 3 -> patch(APPLY, applied(), "fieldManager=m" + random.nextInt(2) + force());
      case 4 -> patch(JSON_PATCH, operations(), query());
      case 5 -> put(mutated("metadata"), "");
      default -> patch(MERGES.get(random.nextInt(2)), merged(), query());
    };
  }

  private ObjectNode mutated(String part) {
    ObjectNode body = object.deepCopy();
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      mutation.apply(body, List.of(part));
    }
    return body;
  }

  private ObjectNode withStatus() {
    ObjectNode body = object.deepCopy();
    String place = body.path("kind").asString("") + ".status";
    if (pool.knows(place)) {
      body.set("status", pool.valueAt(place, random));
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        mutation.apply(body, List.of("status"));
      }
    }
    return body;
  }

  private ObjectNode put(ObjectNode body, String subresource) {
    ObjectNode step = JsonNodeFactory.instance.objectNode().put("method", "PUT");
    String version = version(body);
    body.put("apiVersion", body.path("apiVersion").asString().replaceAll("/.*", "/" + version));
    step.put("path", inVersion(version) + subresource + question(query()));
    step.set("body", body);
    return step.put("useLatestVersion", random.nextInt(4) > 0);
  }

  private ObjectNode patch(String contentType, JsonNode body, String query) {
    ObjectNode step = JsonNodeFactory.instance.objectNode().put("method", "PATCH");
    step.put("path", path + question(query)).put("contentType", contentType);
    step.set("body", body);
    return step;
  }

  private ObjectNode applied() {
    ObjectNode body = mutated("spec");
    if (random.nextBoolean() && body.path("spec") instanceof ObjectNode spec && !spec.isEmpty()) {
      List<String> names = List.copyOf(spec.propertyNames());
      spec.remove(names.get(random.nextInt(names.size())));
    }
    return body;
  }

  private ObjectNode merged() {
    ObjectNode sent = JsonNodeFactory.instance.objectNode();
    String part = random.nextInt(5) == 0 ? "metadata" : "spec";
    sent.set(part, mutated(part).path(part));
    return sent;
  }

  private ArrayNode operations() {
    ArrayNode operations = JsonNodeFactory.instance.arrayNode();
    for (int count = 1 + random.nextInt(2); count > 0; count--) {
      ObjectNode changed = mutated("spec");
      JsonNode value = changed.path("spec");
      StringBuilder pointer = new StringBuilder("/spec");
      while (value.isContainer() && !value.isEmpty() && random.nextInt(5) > 0) {
        if (value.isArray()) {
          int place = random.nextInt(value.size());
          pointer.append('/').append(place);
          value = value.get(place);
        } else {
          List<String> names = List.copyOf(value.propertyNames());
          String field = names.get(random.nextInt(names.size()));
          pointer.append('/').append(field.replace("~", "~0").replace("/", "~1"));
          value = value.get(field);
        }
      }
      String name = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
      ObjectNode operation = operations.addObject().put("op", name);
      operation.put("path", pointer.toString());
      switch (name) {
        case "copy", "move" -> operation.put("from", pointer + (random.nextBoolean() ? "" : "/0"));
        case "remove" -> {}
        default -> operation.set("value", random.nextInt(3) > 0 ? value : pool.anyValue(random));
      }
    }
    return operations;
  }

  private String version(ObjectNode body) {
    String apiVersion = body.path("apiVersion").asString();
    String own = apiVersion.substring(apiVersion.indexOf('/') + 1);
    boolean other = apiVersion.startsWith("resource.k8s.io/") && random.nextInt(4) == 0;
    return other ? VERSIONS.get(random.nextInt(VERSIONS.size())) : own;
  }

  private String inVersion(String version) {
    return path.replaceFirst(
        "/apis/resource.k8s.io/[^/]+/", "/apis/resource.k8s.io/" + version + "/");
  }

  private String query() {
    return QUERIES.get(random.nextInt(QUERIES.size()));
  }

  private String force() {
    return random.nextBoolean() ? "&force=true" : "";
  }

  private static String question(String query) {
    return query.isEmpty() ? "" : "?" + query;
  }
}
