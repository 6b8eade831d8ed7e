package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.catalog.ServedResource;
import io.github.dratestkit.apiserver.schema.GroupResource;

/**
 * Where resources are kept. Events have two names and one storage: what is written through {@code
 * events.k8s.io} is read through the core group, and the other way round.
 */
final class StorageNames {

  private static final GroupResource CORE_EVENTS = new GroupResource("", "events");
  private static final GroupResource NEW_EVENTS = new GroupResource("events.k8s.io", "events");

  private StorageNames() {}

  static GroupResource storedAs(GroupResource resource) {
    return resource.equals(NEW_EVENTS) ? CORE_EVENTS : resource;
  }

  /** Returns the key of an object in the real server's store, which some refusals show. */
  static String pathOf(Target target) {
    GroupResource resource = storedAs(target.resource().resource());
    String folder =
        switch (resource.toString()) {
          case "nodes" -> "minions";
          case "services" -> "services/specs";
          case "endpoints" -> "services/endpoints";
          default ->
              target.resource().isDefined()
                  ? resource.group() + "/" + resource.resource()
                  : resource.resource();
        };
    String namespace = target.resource().namespaced() ? target.namespace() + "/" : "";
    return "/registry/" + folder + "/" + namespace + target.name();
  }

  /** Returns how a strategy is told the version of a request. */
  static String versionOf(ServedResource resource) {
    return resource.resource().equals(NEW_EVENTS)
        ? resource.kind().apiVersion()
        : resource.version();
  }
}
