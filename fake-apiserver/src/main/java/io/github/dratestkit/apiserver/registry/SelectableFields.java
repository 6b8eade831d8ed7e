package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The fields by which objects of one resource can be selected. */
final class SelectableFields {

  private static final String NAME = "metadata.name";
  private static final String NAMESPACE = "metadata.namespace";

  private final ServedResource resource;
  private final Strategy strategy;
  private final List<String> own;

  SelectableFields(ServedResource resource, Strategy strategy) {
    this.resource = resource;
    this.strategy = strategy;
    this.own = strategy.selectableFieldNames(StorageNames.versionOf(resource));
  }

  void require(String field) {
    if (field.equals(NAME) || own.contains(field)) {
      return;
    }
    // Kinds with fields of their own know exactly those; the others take the namespace always.
    boolean withoutNamespace = resource.kind().group().equals("certificates.k8s.io");
    if (field.equals(NAMESPACE) && !withoutNamespace && (resource.namespaced() || own.isEmpty())) {
      return;
    }
    throw StatusErrors.badRequest(
        own.isEmpty()
            ? "\""
                + field
                + "\" is not a known field selector: only \""
                + NAME
                + "\", \""
                + NAMESPACE
                + "\""
            : "field label not supported" + kindShown() + ": " + field);
  }

  // Each kind has its own text upstream; those of resource.k8s.io name themselves.
  private String kindShown() {
    return resource.kind().group().equals("resource.k8s.io") ? " for " + resource.kind() : "";
  }

  Map<String, String> of(ObjectNode object) {
    Map<String, String> values = new LinkedHashMap<>(strategy.selectableFields(object));
    values.put(NAME, object.path("metadata").path("name").asString(""));
    values.put(NAMESPACE, object.path("metadata").path("namespace").asString(""));
    return values;
  }
}
