package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a kind of fabric8's model lives on the server, read from the annotations of its class.
 *
 * @param root the path of its version, such as {@code /apis/resource.k8s.io/v1}
 * @param plural the resource, such as {@code resourceclaims}
 * @param scope whether its objects are in namespaces
 */
record ResourcePath(String root, String plural, Scope scope) {

  enum Scope {
    NAMESPACED,
    CLUSTER
  }

  private static final Map<Class<?>, ResourcePath> KNOWN = new ConcurrentHashMap<>();

  static ResourcePath of(Class<? extends HasMetadata> kind) {
    return KNOWN.computeIfAbsent(kind, ResourcePath::read);
  }

  static ResourcePath of(ObjectKind kind) {
    return new ResourcePath(
        "/apis/" + kind.apiVersion(),
        kind.plural(),
        kind.namespaced() ? Scope.NAMESPACED : Scope.CLUSTER);
  }

  private static ResourcePath read(Class<?> kind) {
    String group = HasMetadata.getGroup(kind);
    String version = HasMetadata.getVersion(kind);
    String root =
        group == null || group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return new ResourcePath(
        root,
        HasMetadata.getPlural(kind),
        Namespaced.class.isAssignableFrom(kind) ? Scope.NAMESPACED : Scope.CLUSTER);
  }

  /** Returns the path of all objects, or of those of one namespace if that is not empty. */
  String collection(@Nullable String namespace) {
    return isEmpty(namespace) || scope == Scope.CLUSTER
        ? root + "/" + plural
        : root + "/namespaces/" + namespace + "/" + plural;
  }

  /** Returns the path of an object, or of a subresource if that is not empty. */
  String object(@Nullable String namespace, String name, String subresource) {
    if (scope == Scope.NAMESPACED && isEmpty(namespace)) {
      throw new IllegalArgumentException(
          "%s \"%s\" needs a namespace: set metadata.namespace".formatted(plural, name));
    }
    if (isEmpty(name)) {
      throw new IllegalArgumentException("an object of %s needs a name".formatted(plural));
    }
    String object = collection(namespace) + "/" + name;
    return subresource.isEmpty() ? object : object + "/" + subresource;
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
