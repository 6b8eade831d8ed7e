package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Looks at one pod: makes the claims that its templates ask for, tells the pod their names, and
 * reserves allocated claims for a pod that came to its node without the scheduler (semantics §6.1,
 * §6.2). It reserves nothing for a pod that has ended: upstream does, and takes the reservation
 * back in an endless loop.
 */
final class PodSync {

  private static final String FIELD_MANAGER = "ResourceClaimController";

  private final World world;
  private final ClaimMaker maker;

  PodSync(World world, ClaimMaker maker) {
    this.world = world;
    this.maker = maker;
  }

  /** Does everything that the pod needs now. */
  void sync(Pod pod) {
    Optional<PodGroup> group = world.groupOf(pod);
    if (PodClaims.groupNameOf(pod) != null && world.groups() != null && group.isEmpty()) {
      throw new ClaimCreationException(
          "get PodGroup for Pod %s: podgroup.scheduling.k8s.io \"%s\" not found"
              .formatted(PodClaims.pathOf(pod), PodClaims.groupNameOf(pod)));
    }
    Map<String, String> found = new TreeMap<>();
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      claimFor(pod, group, entry)
          .ifPresent(claim -> found.put(entry.getName(), claim.getMetadata().getName()));
    }
    Pod current = found.isEmpty() ? pod : applyNames(pod, found);
    if (PodClaims.isPlaced(current) && !PodClaims.isDone(current)) {
      reserveAll(current, group);
    }
  }

  /** Returns a claim that was found or made for the entry, if the pod does not know of it yet. */
  private Optional<ResourceClaim> claimFor(
      Pod pod, Optional<PodGroup> group, PodResourceClaim entry) {
    if (!needsClaim(pod, entry) || entry.getResourceClaimTemplateName() == null) {
      return Optional.empty();
    }
    ResourceClaimConsumerReference consumer = PodClaims.consumerFor(pod, group.orElse(null), entry);
    if (PodClaims.isGroup(consumer)) {
      return world.madeFor(consumer.getUid(), entry.getName());
    }
    try {
      return Optional.of(
          maker.findOrMake(pod, entry.getName(), entry.getResourceClaimTemplateName()));
    } catch (ClaimCreationException refused) {
      throw refused.in("PodResourceClaim " + entry.getName());
    }
  }

  private boolean needsClaim(Pod pod, PodResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(pod, entry);
    if (name instanceof ClaimName.Generated generated) {
      return world
          .claim(ObjectKey.of(pod.getMetadata().getNamespace(), generated.name()))
          .filter(claim -> world.podClaims().whyNotFor(pod, claim).isEmpty())
          .isEmpty();
    }
    return name instanceof ClaimName.Unknown;
  }

  private Pod applyNames(Pod pod, Map<String, String> found) {
    Map<String, String> names = new TreeMap<>();
    for (PodResourceClaimStatus status : PodClaims.statusesOf(pod)) {
      if (status.getResourceClaimName() != null) {
        names.put(status.getName(), status.getResourceClaimName());
      }
    }
    names.putAll(found);
    String namespace = pod.getMetadata().getNamespace();
    String name = pod.getMetadata().getName();
    Pod written =
        world
            .writes()
            .patch(
                Pod.class,
                namespace,
                name,
                "status",
                new Patch.Apply(applyBody("v1", "Pod", namespace, name, names), FIELD_MANAGER));
    world.pods().assume(written);
    return written;
  }

  static String applyBody(
      String apiVersion, String kind, String namespace, String name, Map<String, String> names) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("apiVersion", apiVersion).put("kind", kind);
    body.putObject("metadata").put("name", name).put("namespace", namespace);
    ArrayNode statuses = body.putObject("status").putArray("resourceClaimStatuses");
    names.forEach(
        (entry, claim) -> statuses.addObject().put("name", entry).put("resourceClaimName", claim));
    return body.toString();
  }

  private void reserveAll(Pod pod, Optional<PodGroup> group) {
    for (PodResourceClaim entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      if (name instanceof ClaimName.NotNeeded) {
        continue;
      }
      Optional<ResourceClaim> claim = world.known(pod, name);
      boolean mustOwn = name instanceof ClaimName.Generated;
      if (claim.isEmpty()
          || (mustOwn && world.podClaims().whyNotFor(pod, claim.get()).isPresent())) {
        return;
      }
      reserve(pod, group, entry, claim.get());
    }
  }

  private void reserve(
      Pod pod, Optional<PodGroup> group, PodResourceClaim entry, ResourceClaim claim) {
    if (!PodClaims.isAllocated(claim)
        || world.podClaims().isReservedFor(pod, claim)
        || !OpenWork.hasRoom(claim)) {
      return;
    }
    ResourceClaim reserved =
        new ResourceClaimBuilder(claim)
            .editStatus()
            .addToReservedFor(PodClaims.consumerFor(pod, group.orElse(null), entry))
            .endStatus()
            .build();
    world.claims().assume(world.writes().update(reserved, "status"));
  }
}
