package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * The life of namespaces as it bears on everything else (plugin NamespaceLifecycle, 1.37): nothing
 * is created in a namespace that does not exist or is going away.
 */
class Admission {

  private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");
  private static final Set<String> UNDELETABLE = Set.of("default", "kube-system", "kube-public");

  private final Store store;
  private final List<AdmissionPlugin> plugins;

  Admission(Store store, List<AdmissionPlugin> plugins) {
    this.store = store;
    this.plugins = List.copyOf(plugins);
  }

  /** Admits a new object before its strategy has seen it; may change it. */
  void admitCreate(Target target, ObjectNode object, Write write) {
    if (target.resource().namespaced()) {
      admitNamespace(target, object);
    }
    plugins.forEach(plugin -> plugin.admitCreate(target, object, write));
  }

  /** Admits a changed object before its strategy has seen it; may change it. */
  void admitUpdate(Target target, ObjectNode object, ObjectNode old, Write write) {
    plugins.forEach(plugin -> plugin.admitUpdate(target, object, old, write));
  }

  private void admitNamespace(Target target, ObjectNode object) {
    StoredObject namespace = store.view().get(new StoreKey(NAMESPACES, "", target.namespace()));
    if (namespace == null) {
      throw StatusErrors.notFound(NAMESPACES, target.namespace());
    }
    if (Metadata.of(namespace.object()).isDeleting()) {
      throw StatusErrors.namespaceTerminating(
          target.resource().resource(), nameOf(target, object), target.namespace());
    }
  }

  // What is to be generated is told by its prefix.
  private static String nameOf(Target target, ObjectNode object) {
    if (!target.name().isEmpty()) {
      return target.name();
    }
    Metadata metadata = Metadata.of(object);
    return metadata.name().isEmpty() ? metadata.text("generateName") : metadata.name();
  }

  /** Admits a new object after validation; must not change it. */
  void validateCreate(Target target, ObjectNode object, Write write) {
    plugins.forEach(plugin -> plugin.validateCreate(target, object, write));
  }

  /** Admits a change; must not change it further. */
  void validateUpdate(Target target, ObjectNode object, ObjectNode old, Write write) {
    plugins.forEach(plugin -> plugin.validateUpdate(target, object, old, write));
  }

  /** Admits what is posted to a subresource. */
  void validatePost(Target target, ObjectNode body, Write write) {
    if (target.resource().namespaced()) {
      admitNamespace(target, body);
    }
    plugins.forEach(plugin -> plugin.validatePost(target, body, write));
  }

  /** Admits a deletion of an object as it is stored. */
  void validateDelete(Target target, ObjectNode object, Write write) {
    plugins.forEach(plugin -> plugin.validateDelete(target, object, write));
  }

  /** Admits a deletion, whether the object exists or not. */
  void admitDelete(Target target) {
    if (target.resource().resource().equals(NAMESPACES) && UNDELETABLE.contains(target.name())) {
      throw StatusErrors.forbidden(NAMESPACES, target.name(), "this namespace may not be deleted");
    }
  }
}
