package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the rules may ask when there is no server: a namespace is as the files say, and one that
 * they do not say anything about gets the benefit of the doubt.
 */
record OfflineContext(FeatureSet features, String requestVersion, List<Manifest> manifests)
    implements WriteContext {

  private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public String verb() {
    return "create";
  }

  @Override
  public Optional<ObjectNode> find(GroupResource resource, String namespace, String name) {
    if (!resource.equals(NAMESPACES)) {
      return Optional.empty();
    }
    Optional<ObjectNode> given =
        manifests.stream()
            .filter(manifest -> manifest.kind().kind().equals("Namespace"))
            .filter(manifest -> manifest.name().equals(name))
            .map(Manifest::object)
            .findFirst();
    return given.or(() -> Optional.of(administrative()));
  }

  private static ObjectNode administrative() {
    ObjectNode namespace = JsonNodeFactory.instance.objectNode();
    namespace
        .putObject("metadata")
        .putObject("labels")
        .put("resource.kubernetes.io/admin-access", "true");
    return namespace;
  }

  @Override
  public Iterable<ObjectNode> all(GroupResource resource) {
    return List.of();
  }

  @Override
  public Caller caller() {
    return new Caller("lint", "", Set.of(), Map.of());
  }

  @Override
  public Permission mayAlso(Access access) {
    return Permission.GRANTED;
  }
}
