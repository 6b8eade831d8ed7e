package io.github.dratestkit.controlplane.garbage;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.controlplane.garbage.Vertex.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is to be done about one object: delete it if no owner is left, cut its references to owners
 * that are gone, let it go when its dependents have gone, or let its dependents go. Every decision
 * is made on the object as the server has it. Source: {@code pkg/controller/garbagecollector},
 * 1.37.
 */
final class Collector {

  /** An owner that cannot be looked up now, so that nothing may be concluded from it. */
  private static final int UNRESOLVABLE = 0;

  private final OwnershipGraph graph;
  private final OwnedKinds kinds;

  Collector(OwnershipGraph graph, OwnedKinds kinds) {
    this.graph = graph;
    this.kinds = kinds;
  }

  private Optional<? extends HasMetadata> live(Vertex vertex) {
    return live(vertex.kind(), vertex.key().namespace(), vertex.key().name());
  }

  private Optional<? extends HasMetadata> live(
      OwnedKind kind, @Nullable String namespace, String name) {
    return kinds.writes(kind).get(kind.model(), namespace, name);
  }

  private record Owners(
      List<OwnerReference> solid, List<OwnerReference> dangling, List<OwnerReference> waiting) {}

  /** Deletes an object if it has to go; returns the objects to look at next. */
  List<String> collect(Vertex vertex) {
    if (vertex.state() == State.GOES || vertex.state() == State.ORPHANS_DEPENDENTS) {
      return List.of();
    }
    Optional<? extends HasMetadata> live = live(vertex);
    if (live.isEmpty() || !live.get().getMetadata().getUid().equals(vertex.uid())) {
      return List.of();
    }
    if (vertex.state() == State.WAITS_FOR_DEPENDENTS) {
      return finishForeground(vertex, live.get());
    }
    if (live.get().getMetadata().getOwnerReferences().isEmpty()) {
      return List.of();
    }
    if (isOwnedAcrossScopes(live.get())) {
      return List.of();
    }
    Owners owners = classify(live.get());
    if (!owners.solid().isEmpty()) {
      cutGoneOwners(vertex, owners);
    } else if (!owners.waiting().isEmpty() && !graph.dependentsOf(vertex.uid()).isEmpty()) {
      unblockCircles(vertex);
      delete(vertex, live.get(), "Foreground");
    } else {
      delete(vertex, live.get(), propagationOf(live.get()));
    }
    return List.of();
  }

  /** Takes from every dependent its reference to {@code owner}, and then lets the owner go. */
  void orphanDependentsOf(Vertex owner) {
    for (Vertex dependent : graph.dependentsOf(owner.uid())) {
      try {
        cut(dependent, List.of(owner.uid()));
      } catch (ApiException refused) {
        if (!refused.isNotFound() && refused.code() != 422) {
          throw refused;
        }
      }
    }
    removeFinalizer(owner, Vertex.ORPHAN);
  }

  private List<String> finishForeground(Vertex vertex, HasMetadata live) {
    List<Vertex> blocking =
        graph.dependentsOf(vertex.uid()).stream()
            .filter(dependent -> dependent.blocks(vertex.uid()))
            .toList();
    if (blocking.isEmpty()) {
      if (live.getMetadata().getFinalizers().contains(Vertex.FOREGROUND)) {
        removeFinalizer(vertex, Vertex.FOREGROUND);
      }
      return List.of();
    }
    return blocking.stream()
        .filter(dependent -> dependent.state() != State.WAITS_FOR_DEPENDENTS)
        .map(Vertex::uid)
        .toList();
  }

  private Owners classify(HasMetadata live) {
    Owners owners = new Owners(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (OwnerReference owner : live.getMetadata().getOwnerReferences()) {
      Optional<? extends HasMetadata> found = ownerOf(live, owner);
      if (found.isEmpty()) {
        owners.dangling().add(owner);
      } else if (Vertex.stateOf(found.get()) == State.WAITS_FOR_DEPENDENTS) {
        owners.waiting().add(owner);
      } else {
        owners.solid().add(owner);
      }
    }
    return owners;
  }

  /**
   * Returns the owner as it is.
   *
   * @throws ApiException if it cannot be told whether it exists
   */
  private Optional<? extends HasMetadata> ownerOf(HasMetadata dependent, OwnerReference owner) {
    OwnedKind kind =
        kinds
            .find(owner)
            .orElseThrow(
                () ->
                    new ApiException(
                        UNRESOLVABLE,
                        "",
                        "owner kind %s in %s is not known"
                            .formatted(owner.getKind(), owner.getApiVersion())));
    String namespace = dependent.getMetadata().getNamespace();
    return live(kind, kind.namespaced() ? namespace : "", owner.getName())
        .filter(found -> found.getMetadata().getUid().equals(owner.getUid()));
  }

  /** Says whether an object of the cluster names an owner in a namespace: nothing is done then. */
  private boolean isOwnedAcrossScopes(HasMetadata live) {
    String namespace = live.getMetadata().getNamespace();
    return (namespace == null || namespace.isEmpty())
        && live.getMetadata().getOwnerReferences().stream()
            .flatMap(owner -> kinds.find(owner).stream())
            .anyMatch(OwnedKind::namespaced);
  }

  private void cutGoneOwners(Vertex vertex, Owners owners) {
    List<String> gone =
        Stream.concat(owners.dangling().stream(), owners.waiting().stream())
            .map(OwnerReference::getUid)
            .distinct()
            .toList();
    if (!gone.isEmpty()) {
      cut(vertex, gone);
    }
  }

  /** A dependent that waits for this object would wait for ever, so this object stops blocking. */
  private void unblockCircles(Vertex vertex) {
    boolean circle =
        graph.dependentsOf(vertex.uid()).stream()
            .anyMatch(dependent -> dependent.state() == State.WAITS_FOR_DEPENDENTS);
    if (!circle) {
      return;
    }
    if (vertex.kind().defined().isPresent()) {
      rewriteOwners(
          vertex, owners -> owners.forEach(owner -> owner.setBlockOwnerDeletion(Boolean.FALSE)));
      return;
    }
    ObjectNode body = bodyFor(vertex);
    ArrayNode references = ((ObjectNode) body.get("metadata")).putArray("ownerReferences");
    vertex
        .owners()
        .forEach(
            owner ->
                references.addObject().put("uid", owner.getUid()).put("blockOwnerDeletion", false));
    patch(vertex, new Patch.Strategic(body.toString()));
  }

  // Custom resources know no strategic patches, so the whole list is written.
  private void rewriteOwners(Vertex vertex, Consumer<List<OwnerReference>> change) {
    live(vertex)
        .filter(object -> object.getMetadata().getUid().equals(vertex.uid()))
        .ifPresent(
            object -> {
              List<OwnerReference> owners =
                  new ArrayList<>(object.getMetadata().getOwnerReferences());
              change.accept(owners);
              ObjectNode body = bodyFor(vertex);
              ObjectNode metadata = (ObjectNode) body.get("metadata");
              metadata.put("resourceVersion", object.getMetadata().getResourceVersion());
              ArrayNode references = metadata.putArray("ownerReferences");
              owners.forEach(owner -> references.add(nodeOf(owner)));
              patch(vertex, new Patch.Merge(body.toString()));
            });
  }

  private static ObjectNode nodeOf(OwnerReference owner) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("apiVersion", owner.getApiVersion());
    node.put("kind", owner.getKind());
    node.put("name", owner.getName());
    node.put("uid", owner.getUid());
    if (owner.getController() != null) {
      node.put("controller", owner.getController());
    }
    if (owner.getBlockOwnerDeletion() != null) {
      node.put("blockOwnerDeletion", owner.getBlockOwnerDeletion());
    }
    return node;
  }

  private void cut(Vertex vertex, List<String> ownerUids) {
    if (vertex.kind().defined().isPresent()) {
      rewriteOwners(vertex, owners -> owners.removeIf(owner -> ownerUids.contains(owner.getUid())));
      return;
    }
    ObjectNode body = bodyFor(vertex);
    ArrayNode references = ((ObjectNode) body.get("metadata")).putArray("ownerReferences");
    ownerUids.forEach(uid -> references.addObject().put("$patch", "delete").put("uid", uid));
    patch(vertex, new Patch.Strategic(body.toString()));
  }

  private void removeFinalizer(Vertex vertex, String finalizer) {
    Optional<? extends HasMetadata> live =
        live(vertex)
            .filter(object -> object.getMetadata().getUid().equals(vertex.uid()))
            .filter(object -> object.getMetadata().getFinalizers().contains(finalizer));
    if (live.isEmpty()) {
      return;
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = body.putObject("metadata");
    metadata.put("resourceVersion", live.get().getMetadata().getResourceVersion());
    ArrayNode finalizers = metadata.putArray("finalizers");
    live.get().getMetadata().getFinalizers().stream()
        .filter(other -> !other.equals(finalizer))
        .forEach(finalizers::add);
    patch(vertex, new Patch.Merge(body.toString()));
  }

  private void delete(Vertex vertex, HasMetadata live, String propagation) {
    DeleteOptions options =
        new DeleteOptionsBuilder()
            .withPropagationPolicy(propagation)
            .withNewPreconditions()
            .withUid(vertex.uid())
            .withResourceVersion(live.getMetadata().getResourceVersion())
            .endPreconditions()
            .build();
    try {
      kinds
          .writes(vertex.kind())
          .delete(vertex.kind().model(), vertex.key().namespace(), vertex.key().name(), options);
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private void patch(Vertex vertex, Patch patch) {
    kinds
        .writes(vertex.kind())
        .patch(vertex.kind().model(), vertex.key().namespace(), vertex.key().name(), "", patch);
  }

  private static ObjectNode bodyFor(Vertex vertex) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", vertex.uid());
    return body;
  }

  private static String propagationOf(HasMetadata live) {
    List<String> finalizers = live.getMetadata().getFinalizers();
    if (finalizers.contains(Vertex.ORPHAN)) {
      return "Orphan";
    }
    return finalizers.contains(Vertex.FOREGROUND) ? "Foreground" : "Background";
  }
}
