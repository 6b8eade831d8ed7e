package io.github.dratestkit.apiserver.resource;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the requests of a scenario from the short form in which the list of rules has it. */
final class RuleScenario {

  private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d+)]");
  private static final Map<String, String> RESOURCES =
      Map.of(
          "ResourceClaim", "namespaces/corpus/resourceclaims",
          "ResourceClaimTemplate", "namespaces/corpus/resourceclaimtemplates",
          "ResourceSlice", "resourceslices",
          "DeviceClass", "deviceclasses",
          "DeviceTaintRule", "devicetaintrules",
          "ResourcePoolStatusRequest", "resourcepoolstatusrequests");

  private final ArrayNode steps = JsonNodeFactory.instance.arrayNode();
  private final ObjectNode body;
  private final String collection;

  private RuleScenario(ObjectNode body) {
    this.body = body;
    String resource = RESOURCES.get(body.path("kind").asString());
    String namespace = body.path("metadata").path("namespace").asString("corpus");
    this.collection =
        "/apis/"
            + body.path("apiVersion").asString()
            + "/"
            + resource.replace("namespaces/corpus", "namespaces/" + namespace);
  }

  static CorpusEntry of(String id, JsonNode scenario, JsonNode bases) {
    ObjectNode body = (ObjectNode) bases.path(scenario.path("of").asString()).deepCopy();
    body.putObject("metadata").put("name", id);
    set(body, scenario.path("set"));
    RuleScenario made = new RuleScenario(body);
    made.create();
    if (body.has("status")) {
      made.write("/{name}/status");
    }
    if (scenario.path("delete").asBoolean(false)) {
      made.steps.addObject().put("method", "DELETE").put("path", made.collection + "/{name}");
    }
    if (scenario.has("update")) {
      set(body, scenario.path("update"));
      made.write("/{name}");
    }
    if (scenario.has("status")) {
      set(body, scenario.path("status"));
      made.write("/{name}/status");
    }
    return new CorpusEntry(id, id, made.steps, MissingNode.getInstance());
  }

  private void create() {
    ObjectNode sent = body.deepCopy();
    sent.remove("status");
    ObjectNode step = steps.addObject().put("method", "POST").put("path", collection);
    step.set("body", sent);
  }

  private void write(String path) {
    ObjectNode step = steps.addObject().put("method", "PUT").put("path", collection + path);
    step.set("body", body.deepCopy());
    if (!body.path("metadata").has("resourceVersion")) {
      step.put("useLatestVersion", true);
    }
    step.put("show", true);
  }

  private static void set(ObjectNode body, JsonNode changes) {
    changes.forEachEntry((path, value) -> set(body, path, expand(value)));
  }

  private static void set(ObjectNode body, String path, JsonNode value) {
    JsonNode parent = body;
    Matcher step = STEP.matcher(path);
    step.find();
    String last = step.group();
    while (step.find()) {
      parent = child(parent, last);
      last = step.group();
    }
    if (parent instanceof ArrayNode list) {
      int index = index(last);
      if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else if (value.isNull()) {
      ((ObjectNode) parent).remove(last);
    } else {
      ((ObjectNode) parent).set(last, value);
    }
  }

  private static JsonNode child(JsonNode parent, String step) {
    if (parent instanceof ArrayNode list) {
      return list.get(index(step));
    }
    ObjectNode object = (ObjectNode) parent;
    return object.has(step) ? object.get(step) : object.putObject(step);
  }

  private static int index(String step) {
    return Integer.parseInt(step.substring(1, step.length() - 1));
  }

  private static JsonNode expand(JsonNode value) {
    if (value.has("$each")) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < value.get("$each").get(0).asInt(); i++) {
        list.add(numbered(value.get("$each").get(1), i));
      }
      return list;
    }
    if (value.has("$keys")) {
      ObjectNode map = JsonNodeFactory.instance.objectNode();
      for (int i = 0; i < value.get("$keys").get(0).asInt(); i++) {
        map.set("k" + i, value.get("$keys").get(1).deepCopy());
      }
      return map;
    }
    return Rebuilt.of(value, RuleScenario::expand);
  }

  private static JsonNode numbered(JsonNode value, int number) {
    if (value.isString()) {
      String text = value.stringValue().replace("#", String.valueOf(number));
      return JsonNodeFactory.instance.stringNode(text);
    }
    if (value instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.forEachEntry((key, field) -> copy.set(key, numbered(field, number)));
      return copy;
    }
    return value;
  }
}
