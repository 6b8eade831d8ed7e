package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.catalog.ServedResource.Subresource;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Definitions as discovery shows them (customresource_discovery_controller.go, 1.37). */
final class Resources {

  private static final List<String> VERBS =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
  private static final List<String> LAST_VERBS =
      List.of("delete", "deletecollection", "get", "list", "watch");
  private static final Set<String> OF_SUBRESOURCES = ordered(List.of("get", "patch", "update"));
  private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

  private Resources() {}

  static ServedResource of(Definition definition, DefinedVersion version) {
    List<Subresource> subresources = new ArrayList<>();
    if (version.hasStatus()) {
      subresources.add(new Subresource("status", version.kind(), OF_SUBRESOURCES));
    }
    if (version.hasScale()) {
      subresources.add(new Subresource("scale", SCALE, OF_SUBRESOURCES));
    }
    boolean ends = definition.isTrue(Definition.TERMINATING);
    return new ServedResource(
        definition.resource(),
        version.kind(),
        definition.namespaced(),
        definition.acceptedName("singular"),
        ordered(ends ? LAST_VERBS : VERBS),
        Definition.texts(definition.names().path("shortNames")),
        Definition.texts(definition.names().path("categories")),
        subresources,
        "",
        Optional.of(
            new ServedResource.Definition(
                definition.acceptedName("listKind"),
                storageVersion(definition),
                version.selectableFields(),
                deprecation(definition, version))));
  }

  private static Set<String> ordered(List<String> verbs) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(verbs));
  }

  private static String storageVersion(Definition definition) {
    for (JsonNode version : definition.versions()) {
      if (version.path("storage").asBoolean(false) && version.path("served").asBoolean(false)) {
        return version.path("name").asString("");
      }
    }
    return "";
  }

  private static Optional<String> deprecation(Definition definition, DefinedVersion version) {
    if (!isDeprecated(version.source())) {
      return Optional.empty();
    }
    JsonNode own = version.source().path("deprecationWarning");
    if (own.isString()) {
      return Optional.of(own.stringValue());
    }
    VersionPriority priority = new VersionPriority();
    String kind = " " + definition.wantedNames().path("kind").asString("");
    String text = version.kind().apiVersion() + kind + " is deprecated";
    return Optional.of(
        definition
            .versions()
            .valueStream()
            .filter(other -> other.path("served").asBoolean(false) && !isDeprecated(other))
            .map(other -> other.path("name").asString(""))
            .filter(other -> priority.compare(other, version.name()) < 0)
            .min(priority)
            .map(newer -> text + "; use " + definition.group() + "/" + newer + kind)
            .orElse(text));
  }

  private static boolean isDeprecated(JsonNode version) {
    return version.path("deprecated").asBoolean(false);
  }
}
