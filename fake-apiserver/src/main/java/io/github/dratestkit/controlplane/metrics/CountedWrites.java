package io.github.dratestkit.controlplane.metrics;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes of a loop, of which those that upstream has metrics for are counted. */
record CountedWrites(Writes writes, String loop, Counters counters) implements Writes {

  private static final String DELETIONS = "_pod_deletions_total";

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
  public <T extends HasMetadata> Optional<T> get(
      Class<T> kind, @Nullable String namespace, String name) {
    return writes.get(kind, namespace, name);
  }

  @Override
  public <T extends HasMetadata> List<T> list(
      Class<T> kind, @Nullable String namespace, FeedOptions options) {
    return writes.list(kind, namespace, options);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    if (!(object instanceof ResourceClaim claim)) {
      return writes.create(object);
    }
    try {
      T created = writes.create(object);
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
  public <T extends HasMetadata> T update(T object) {
    return writes.update(object);
  }

  @Override
  public <T extends HasMetadata> T update(T object, String subresource) {
    return writes.update(object, subresource);
  }

  @Override
  public <T extends HasMetadata> T patch(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Patch patch) {
    return writes.patch(kind, namespace, name, subresource, patch);
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, @Nullable String namespace, String name, String subresource, Object body) {
    writes.post(kind, namespace, name, subresource, body);
    if (kind.equals(Pod.class) && subresource.equals("binding")) {
      counters.count(
          "scheduler_schedule_attempts_total",
          "profile=\"default-scheduler\",result=\"scheduled\"");
    }
  }

  @Override
  public <T extends HasMetadata> void delete(
      Class<T> kind, @Nullable String namespace, String name, DeleteOptions options) {
    writes.delete(kind, namespace, name, options);
    if (kind.equals(Pod.class) && loop.contains("taint-eviction")) {
      counters.count(loop.replace('-', '_') + DELETIONS, "");
    }
  }
}
