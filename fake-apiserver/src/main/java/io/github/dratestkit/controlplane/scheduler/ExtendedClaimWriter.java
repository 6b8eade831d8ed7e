package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.ContainerExtendedResourceRequest;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes and deletes the claims that stand behind extended resources of pods (KEP-5004). */
final class ExtendedClaimWriter {

  private final Writes writes;
  private final ClaimWriter claims;

  ExtendedClaimWriter(Writes writes, ClaimWriter claims) {
    this.writes = writes;
    this.claims = claims;
  }

  /**
   * Creates the claim, writes its allocation, and tells the pod which requests serve which
   * container.
   *
   * @throws BindingException if the server refuses
   */
  void write(Pod pod, ExtendedClaim extended, ExtendedClaim.OnNode.Devices devices) {
    ResourceClaim claim = ClaimCopy.of(devices.claim());
    claim.getMetadata().setUid(null);
    ResourceClaim created;
    try {
      created = writes.create(claim);
    } catch (ApiException refused) {
      throw BindingException.preBind(
          "create claim for extended resources %s: %s"
              .formatted(pod.getMetadata().getNamespace(), refused.getMessage()));
    }
    extended.created(created);
    CycleClaim written = new CycleClaim(created, PodClaims.consumer(pod));
    AllocationResult promised = extended.promised();
    if (promised != null) {
      written.promise(promised);
    }
    extended.created(claims.write(written));
    tellPod(pod, created.getMetadata().getName(), devices.mappings());
  }

  private void tellPod(Pod pod, String claim, List<ContainerExtendedResourceRequest> mappings) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", pod.getMetadata().getUid());
    ObjectNode status = body.putObject("status").putObject("extendedResourceClaimStatus");
    ArrayNode requests = status.putArray("requestMappings");
    mappings.forEach(
        mapping ->
            requests
                .addObject()
                .put("containerName", mapping.getContainerName())
                .put("requestName", mapping.getRequestName())
                .put("resourceName", mapping.getResourceName()));
    status.put("resourceClaimName", claim);
    try {
      writes.patch(
          Pod.class,
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          "status",
          new Patch.Strategic(body.toString()));
    } catch (ApiException refused) {
      throw BindingException.preBind(
          "update pod %s ExtendedResourceClaimStatus: %s"
              .formatted(PodClaims.pathOf(pod), refused.getMessage()));
    }
  }

  /** Deletes a claim for extended resources, its finalizer first; returns whether that worked. */
  boolean delete(ResourceClaim claim) {
    String namespace = claim.getMetadata().getNamespace();
    String name = claim.getMetadata().getName();
    try {
      Optional<ResourceClaim> current = writes.get(ResourceClaim.class, namespace, name);
      if (current.isEmpty()) {
        return true;
      }
      ResourceClaim free = ClaimCopy.of(current.get());
      List<String> finalizers = new ArrayList<>(free.getMetadata().getFinalizers());
      if (finalizers.remove(PodClaims.FINALIZER)) {
        free.getMetadata().setFinalizers(finalizers);
        writes.update(free);
      }
      writes.delete(ResourceClaim.class, namespace, name, new DeleteOptions());
      return true;
    } catch (ApiException refused) {
      return refused.isNotFound();
    }
  }
}
