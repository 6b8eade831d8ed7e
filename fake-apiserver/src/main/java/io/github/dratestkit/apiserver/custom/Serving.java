package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.catalog.Catalog;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedGroup;
import io.github.dratestkit.apiserver.catalog.Catalog.ServedVersion;
import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All definitions that are served at one moment. It never changes. */
final class Serving {

  private final List<ServedDefinition> definitions;
  private final Catalog catalog;
  private final Map<GroupResource, ServedDefinition> byResource = new HashMap<>();
  private final Map<GroupVersionKind, DefinedVersion> byKind = new HashMap<>();

  Serving(Catalog builtIn, List<ServedDefinition> definitions) {
    this.definitions = List.copyOf(definitions);
    TreeMap<String, TreeMap<String, ServedVersion>> groups = new TreeMap<>();
    for (ServedDefinition served : definitions) {
      byResource.put(served.definition().resource(), served);
      for (DefinedVersion version : served.versions()) {
        byKind.put(version.kind(), version);
        if (version.isServed()) {
          groups
              .computeIfAbsent(
                  served.definition().group(), unseen -> new TreeMap<>(new VersionPriority()))
              .merge(
                  version.name(),
                  new ServedVersion(
                      version.name(), List.of(Resources.of(served.definition(), version))),
                  Serving::joined);
        }
      }
    }
    List<ServedGroup> all = new ArrayList<>();
    groups.forEach(
        (group, versions) -> all.add(new ServedGroup(group, List.copyOf(versions.values()))));
    this.catalog = builtIn.with(all);
  }

  private static ServedVersion joined(ServedVersion one, ServedVersion other) {
    List<ServedResource> resources = new ArrayList<>(one.resources());
    resources.addAll(other.resources());
    return new ServedVersion(one.version(), resources);
  }

  List<ServedDefinition> definitions() {
    return definitions;
  }

  /** Returns what serves a definition already, if it still does so rightly. */
  Optional<ServedDefinition> kept(Definition definition) {
    return Optional.ofNullable(byResource.get(definition.resource()))
        .filter(known -> known.serves(definition))
        .map(known -> known.now(definition));
  }

  Catalog catalog() {
    return catalog;
  }

  Optional<Strategy> strategy(GroupResource resource) {
    return Optional.ofNullable(byResource.get(resource)).map(ServedDefinition::strategy);
  }

  Optional<DefinedVersion> version(GroupVersionKind kind) {
    return Optional.ofNullable(byKind.get(kind));
  }
}
