package io.github.dratestkit.apiserver.catalog;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every group, version and resource that a server serves, in the order of discovery. */
public final class Catalog {

  /** The gates behind resources that the discovery table marks as gated (1.34 to 1.37). */
  private static final Map<String, String> GATE_OF_RESOURCE =
      Map.of(
          "podgroups", "GenericWorkload",
          "workloads", "GenericWorkload",
          "compositepodgroups", "CompositePodGroup",
          "evictionrequests", "EvictionRequestAPI",
          "evictions", "EvictionRequestAPI");

  private static final Map<String, Set<String>> EVERY_VERSION = everyVersion();

  private final List<ServedGroup> groups;
  private final Map<String, ServedResource> byPath = new LinkedHashMap<>();
  private final Map<GroupResource, ServedResource> preferred = new LinkedHashMap<>();

  private Catalog(List<ServedGroup> groups) {
    this.groups = List.copyOf(groups);
    for (ServedGroup group : groups) {
      for (ServedVersion version : group.versions()) {
        for (ServedResource resource : version.resources()) {
          byPath.put(
              path(group.name(), version.version(), resource.resource().resource()), resource);
          preferred.putIfAbsent(resource.resource(), resource);
        }
      }
    }
  }

  /** Returns what a server of these features serves. */
  public static Catalog of(FeatureSet features, RuntimeConfig config) {
    config.requireKnown(EVERY_VERSION);
    List<ServedGroup> groups = new ArrayList<>();
    for (JsonNode group : read("discovery-" + features.version() + ".json")) {
      String name = group.path("group").asString("");
      List<ServedVersion> versions = new ArrayList<>();
      for (JsonNode version : group.path("versions")) {
        String versionName = version.path("version").asString();
        List<ServedResource> resources = new ArrayList<>();
        for (JsonNode resource : version.path("resources")) {
          if (isServed(features, config, name, versionName, resource)) {
            resources.add(resource(name, versionName, resource));
          }
        }
        if (!resources.isEmpty()) {
          versions.add(new ServedVersion(versionName, resources));
        }
      }
      if (!versions.isEmpty()) {
        groups.add(new ServedGroup(name, versions));
      }
    }
    return new Catalog(groups);
  }

  /** Returns what is served when the groups of custom resources are served as well. */
  public Catalog with(List<ServedGroup> defined) {
    List<ServedGroup> all = new ArrayList<>(groups);
    for (ServedGroup group : defined) {
      if (group(group.name()).isEmpty()) {
        all.add(group);
      }
    }
    return new Catalog(all);
  }

  /** Says whether a group has custom resources and nothing else. */
  public boolean isDefined(String group) {
    return group(group).stream()
        .flatMap(known -> known.versions().stream())
        .flatMap(version -> version.resources().stream())
        .anyMatch(ServedResource::isDefined);
  }

  /** Returns the groups, the core group first; the first version of each is the preferred one. */
  public List<ServedGroup> groups() {
    return groups;
  }

  /** Returns a group. */
  public Optional<ServedGroup> group(String name) {
    return groups.stream().filter(group -> group.name().equals(name)).findFirst();
  }

  /** Returns a resource in a version. */
  public Optional<ServedResource> resource(String group, String version, String resource) {
    return Optional.ofNullable(byPath.get(path(group, version, resource)));
  }

  /** Returns a resource in its preferred version. */
  public Optional<ServedResource> preferred(GroupResource resource) {
    return Optional.ofNullable(preferred.get(resource));
  }

  /** Returns every resource in its preferred version, in the order of discovery. */
  public Iterable<ServedResource> all() {
    return preferred.values();
  }

  /** A group. */
  public record ServedGroup(String name, List<ServedVersion> versions) {
    public ServedGroup {
      versions = List.copyOf(versions);
    }
  }

  /** A version of a group. */
  public record ServedVersion(String version, List<ServedResource> resources) {
    public ServedVersion {
      resources = List.copyOf(resources);
    }
  }

  private static Map<String, Set<String>> everyVersion() {
    Map<String, Set<String>> versions = new TreeMap<>();
    for (KubernetesVersion one : KubernetesVersion.values()) {
      for (JsonNode group : read("discovery-" + one + ".json")) {
        Set<String> known =
            versions.computeIfAbsent(
                group.path("group").asString(""), unseen -> new LinkedHashSet<>());
        group.path("versions").forEach(version -> known.add(version.path("version").asString()));
      }
    }
    return versions;
  }

  private static boolean isServed(
      FeatureSet features, RuntimeConfig config, String group, String version, JsonNode resource) {
    String name = resource.path("resource").asString();
    String served = resource.path("served").asString("default");
    boolean configured = config.enables(group, version, name, served.equals("default"));
    return served.equals("gate")
        ? configured && features.enabled(GATE_OF_RESOURCE.getOrDefault(name, ""))
        : configured;
  }

  private static ServedResource resource(String group, String version, JsonNode node) {
    List<ServedResource.Subresource> subresources = new ArrayList<>();
    for (JsonNode subresource : node.path("subresources")) {
      subresources.add(
          new ServedResource.Subresource(
              subresource.path("subresource").asString(),
              kind(subresource.path("responseKind"), group, version),
              new TreeSet<>(texts(subresource.path("verbs")))));
    }
    return new ServedResource(
        new GroupResource(group, node.path("resource").asString()),
        kind(node.path("responseKind"), group, version),
        node.path("scope").asString().equals("Namespaced"),
        node.path("singularResource").asString(""),
        Collections.unmodifiableSet(new TreeSet<>(texts(node.path("verbs")))),
        texts(node.path("shortNames")),
        texts(node.path("categories")),
        subresources,
        node.path("storageHash").asString(""),
        Optional.empty());
  }

  private static GroupVersionKind kind(JsonNode node, String group, String version) {
    String ownVersion = node.path("version").asString("");
    return ownVersion.isEmpty()
        ? new GroupVersionKind(group, version, node.path("kind").asString())
        : new GroupVersionKind(
            node.path("group").asString(""), ownVersion, node.path("kind").asString());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  private static String path(String group, String version, String resource) {
    return group + "/" + version + "/" + resource;
  }

  private static JsonNode read(String name) {
    try (InputStream stream = Catalog.class.getResourceAsStream(name)) {
      return JsonMapper.shared().readTree(Objects.requireNonNull(stream, name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
