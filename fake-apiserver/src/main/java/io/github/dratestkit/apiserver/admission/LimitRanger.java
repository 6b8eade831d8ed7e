package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives containers the default amounts of their namespace and refuses what is out of its bounds
 * (plugin/pkg/admission/limitranger, 1.37).
 */
final class LimitRanger implements AdmissionPlugin {

  private static final GroupResource RANGES = new GroupResource("", "limitranges");
  private static final GroupResource CLAIMS = new GroupResource("", "persistentvolumeclaims");
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";

  @Override
  public void admitCreate(Target target, ObjectNode object, WriteContext context) {
    if (!Pods.isPod(target)) {
      return;
    }
    for (ObjectNode range : ranges(target, context)) {
      fillIn(object, range.path("spec").path("limits"));
    }
  }

  @Override
  public void validateCreate(Target target, ObjectNode object, WriteContext context) {
    check(target, object, context);
  }

  @Override
  public void validateUpdate(
      Target target, ObjectNode object, ObjectNode old, WriteContext context) {
    if (target.resource().resource().equals(CLAIMS) && target.subresource().isEmpty()) {
      check(target, object, context);
    }
  }

  private static List<ObjectNode> ranges(Target target, WriteContext context) {
    List<ObjectNode> ranges = new ArrayList<>();
    for (ObjectNode range : context.all(RANGES)) {
      if (range.path("metadata").path("namespace").asString("").equals(target.namespace())) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private static void fillIn(ObjectNode pod, JsonNode limits) {
    List<String> notes = new ArrayList<>();
    for (JsonNode limit : limits) {
      if (limit.path("type").asString("").equals("Container")) {
        ObjectNode spec = pod.withObjectProperty("spec");
        fillIn(spec.path("containers"), limit, "container", notes);
        fillIn(spec.path("initContainers"), limit, "init container", notes);
      }
    }
    if (!notes.isEmpty()) {
      pod.withObjectProperty("metadata")
          .withObjectProperty("annotations")
          .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", notes));
    }
  }

  private static void fillIn(JsonNode containers, JsonNode limit, String what, List<String> notes) {
    for (JsonNode container : containers) {
      ObjectNode resources = ((ObjectNode) container).withObjectProperty("resources");
      String name = container.path("name").asString("");
      note(add(resources, "requests", limit.path("defaultRequest")), "request", what, name, notes);
      note(add(resources, "limits", limit.path("default")), "limit", what, name, notes);
    }
  }

  private static List<String> add(ObjectNode resources, String list, JsonNode defaults) {
    List<String> added = new ArrayList<>();
    for (String name : new TreeSet<>(defaults.propertyNames())) {
      if (!resources.path(list).has(name)) {
        resources.withObjectProperty(list).set(name, defaults.get(name));
        added.add(name);
      }
    }
    return added;
  }

  private static void note(
      List<String> names, String kind, String what, String container, List<String> notes) {
    if (!names.isEmpty()) {
      notes.add(String.join(", ", names) + " " + kind + " for " + what + " " + container);
    }
  }

  private static void check(Target target, ObjectNode object, WriteContext context) {
    boolean pod = Pods.isPod(target);
    if (!pod && !target.resource().resource().equals(CLAIMS)) {
      return;
    }
    for (ObjectNode range : ranges(target, context)) {
      List<String> problems = new ArrayList<>();
      for (JsonNode limit : range.path("spec").path("limits")) {
        if (pod) {
          pod(object.path("spec"), limit, problems);
        } else {
          claim(object.path("spec"), limit, problems);
        }
      }
      if (!problems.isEmpty()) {
        throw StatusErrors.forbidden(
            target.resource().resource(),
            object.path("metadata").path("name").asString(""),
            problems.size() == 1 ? problems.get(0) : "[" + String.join(", ", problems) + "]");
      }
    }
  }

  private static void pod(JsonNode spec, JsonNode limit, List<String> problems) {
    switch (limit.path("type").asString("")) {
      case "Container" -> {
        for (String list : List.of("containers", "initContainers")) {
          for (JsonNode container : spec.path(list)) {
            JsonNode resources = container.path("resources");
            new Bounds(
                    "Container",
                    Amounts.of(resources.path("requests")),
                    Amounts.of(resources.path("limits")))
                .check(limit, problems);
          }
        }
      }
      case "Pod" ->
          new Bounds("Pod", PodResources.requests(spec), PodResources.limits(spec))
              .check(limit, problems);
      default -> {}
    }
  }

  private static void claim(JsonNode spec, JsonNode limit, List<String> problems) {
    if (limit.path("type").asString("").equals("PersistentVolumeClaim")) {
      Map<String, Quantity> requests = Amounts.of(spec.path("resources").path("requests"));
      new Bounds("PersistentVolumeClaim", requests, Map.of()).checkRequests(limit, problems);
    }
  }
}
