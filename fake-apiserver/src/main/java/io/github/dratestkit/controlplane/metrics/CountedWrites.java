package io.github.dratestkit.controlplane.metrics;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.ForwardingWrites;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import org.jspecify.annotations.Nullable;

/** Writes of a loop, of which those that upstream has metrics for are counted. */
final class CountedWrites extends ForwardingWrites {

  private static final String DELETIONS = "_pod_deletions_total";

  private final String loop;
  private final Counters counters;

  CountedWrites(Writes writes, String loop, Counters counters) {
    super(writes);
    this.loop = loop;
    this.counters = counters;
  }

  static boolean hasAdminAccess(ResourceClaim claim) {
    return claim.getSpec().getDevices() != null
        && claim.getSpec().getDevices().getRequests() != null
        && claim.getSpec().getDevices().getRequests().stream()
            .anyMatch(
                request ->
                    request.getExactly() != null
                        && Boolean.TRUE.equals(request.getExactly().getAdminAccess()));
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    if (!(object instanceof ResourceClaim claim)) {
      return super.create(object);
    }
    try {
      T created = super.create(object);
      countCreation(claim, "success");
      return created;
    } catch (ApiException refused) {
      countCreation(claim, "failure");
      throw refused;
    }
  }

  private void countCreation(ResourceClaim claim, String status) {
    String version = PodClaims.controllerOf(claim).map(owner -> owner.getApiVersion()).orElse("");
    String kind = PodClaims.controllerOf(claim).map(owner -> owner.getKind()).orElse("");
    counters.count(
        "dynamic_resource_allocation_resourceclaim_creates_total",
        "admin_access=\"%s\",owner_api_group=\"%s\",owner_api_kind=\"%s\",status=\"%s\""
            .formatted(
                hasAdminAccess(claim),
                version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
                kind,
                status));
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body) {
    super.post(kind, namespace, name, subresource, body);
    if (kind.equals(Pod.class) && subresource.equals("binding")) {
      counters.count(
          "scheduler_schedule_attempts_total",
          "profile=\"default-scheduler\",result=\"scheduled\"");
    }
  }

  @Override
  public <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options) {
    super.delete(kind, namespace, name, options);
    if (kind.equals(Pod.class) && loop.contains("taint-eviction")) {
      counters.count(loop.replace('-', '_') + DELETIONS, "");
    }
  }
}
