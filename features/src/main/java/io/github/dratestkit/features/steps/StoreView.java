package io.github.dratestkit.features.steps;

import io.github.dratestkit.features.target.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything a server holds for one namespace and for the cluster, object by object, read through
 * the API like any client would. Two views tell what changed between them.
 */
final class StoreView {

  /** Changed by clocks and by telling, not by what a scenario does. */
  private static final Set<String> NOISE =
      Set.of("events", "leases", "componentstatuses", "endpoints", "endpointslices", "apiservices");

  private final SortedMap<ObjectReference, JsonNode> objects;

  private StoreView(SortedMap<ObjectReference, JsonNode> objects) {
    this.objects = objects;
  }

  /** Reads what is there now. */
  static StoreView read(Target target, List<ListableResource> resources, String namespace) {
    SortedMap<ObjectReference, JsonNode> objects = new TreeMap<>();
    for (ListableResource resource : resources) {
      JsonNode list = JsonMapper.shared().readTree(target.read(resource.path(namespace)));
      for (JsonNode item : list.path("items")) {
        JsonNode metadata = item.path("metadata");
        objects.put(
            new ObjectReference(
                resource.name(),
                metadata.path("namespace").asString(""),
                metadata.path("name").asString()),
            item);
      }
    }
    return new StoreView(objects);
  }

  /** Returns every object that came, went or changed, with what changed in it. */
  Map<ObjectReference, String> changesSince(StoreView before) {
    Set<ObjectReference> all = new TreeSet<>(objects.keySet());
    all.addAll(before.objects.keySet());
    Map<ObjectReference, String> changes = new TreeMap<>();
    for (ObjectReference reference : all) {
      JsonNode now = objects.get(reference);
      JsonNode then = before.objects.get(reference);
      if (then == null) {
        changes.put(reference, "is new");
      } else if (now == null) {
        changes.put(reference, "is gone");
      } else if (!version(now).equals(version(then))) {
        changes.put(reference, "changed at " + String.join(", ", differences(then, now)));
      }
    }
    return changes;
  }

  private static String version(JsonNode object) {
    return object.path("metadata").path("uid").asString("")
        + object.path("metadata").path("resourceVersion").asString("");
  }

  private static List<String> differences(JsonNode then, JsonNode now) {
    List<String> paths = new ArrayList<>();
    collect("", then, now, paths);
    paths.remove(".metadata.resourceVersion");
    paths.removeIf(path -> path.startsWith(".metadata.managedFields"));
    return paths.isEmpty() ? List.of("its version only") : paths;
  }

  private static void collect(String path, JsonNode then, JsonNode now, List<String> paths) {
    if (then.equals(now)) {
      return;
    }
    if (!then.isObject() || !now.isObject()) {
      paths.add(path);
      return;
    }
    Set<String> names = new TreeSet<>(then.propertyNames());
    names.addAll(now.propertyNames());
    for (String name : names) {
      collect(path + "." + name, then.path(name), now.path(name), paths);
    }
  }

  /** One resource that can be listed. */
  record ListableResource(String groupVersion, String resource, String kind, boolean namespaced) {

    String name() {
      int slash = groupVersion.indexOf('/');
      return slash < 0 ? resource : resource + "." + groupVersion.substring(0, slash);
    }

    /** Returns the same resource in another version of its group. */
    ListableResource in(String otherGroupVersion) {
      return new ListableResource(otherGroupVersion, resource, kind, namespaced);
    }

    String path(String namespace) {
      String root = groupVersion.contains("/") ? "/apis/" : "/api/";
      return root + groupVersion + (namespaced ? "/namespaces/" + namespace : "") + "/" + resource;
    }

    /** Asks the server what it serves: each resource in the version that its group prefers. */
    static List<ListableResource> discover(Target target) {
      Map<String, ListableResource> resources = new LinkedHashMap<>();
      add(target, "v1", resources);
      for (JsonNode group : tree(target, "/apis").path("groups")) {
        add(target, group.path("preferredVersion").path("groupVersion").asString(), resources);
        for (JsonNode version : group.path("versions")) {
          add(target, version.path("groupVersion").asString(), resources);
        }
      }
      return List.copyOf(resources.values());
    }

    private static void add(
        Target target, String groupVersion, Map<String, ListableResource> resources) {
      JsonNode list =
          tree(target, (groupVersion.contains("/") ? "/apis/" : "/api/") + groupVersion);
      for (JsonNode resource : list.path("resources")) {
        String name = resource.path("name").asString();
        boolean listable =
            resource.path("verbs").valueStream().anyMatch(verb -> verb.asString().equals("list"));
        if (listable && !name.contains("/") && !NOISE.contains(name)) {
          ListableResource one =
              new ListableResource(
                  groupVersion,
                  name,
                  resource.path("kind").asString(),
                  resource.path("namespaced").asBoolean(false));
          resources.putIfAbsent(one.name(), one);
        }
      }
    }

    private static JsonNode tree(Target target, String path) {
      return JsonMapper.shared().readTree(target.read(path));
    }
  }
}
