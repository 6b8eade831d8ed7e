package io.github.dratestkit.controlplane.metrics;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics of the controllers and the scheduler, with upstream's names: what they have created,
 * deleted and bound, counted where they write, and how many claims there are. Upstream each binary
 * has an endpoint of its own; here {@link #page} answers for both.
 */
public final class ControllerMetrics {

  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String CREATES = "dynamic_resource_allocation_resourceclaim_creates_total";
  private static final String CLAIMS = "dynamic_resource_allocation_resource_claims";

  private final Counters counters = new Counters();

  /** Returns the same access for a loop of a name, whose writes are counted. */
  public ApiAccess counting(String loop, ApiAccess access) {
    return new CountedAccess(access, new CountedWrites(access.writes(), loop, counters));
  }

  /** Returns the page that shows the metrics; claims are counted when it is asked for. */
  public ApiHandler page(ApiAccess access) {
    return request ->
        new ApiResponse.Complete(
            200,
            Map.of("Content-Type", List.of(TYPE)),
            text(access).getBytes(StandardCharsets.UTF_8));
  }

  private String text(ApiAccess access) {
    Map<String, Long> claims = new TreeMap<>();
    for (ResourceClaim claim : access.writes().list(ResourceClaim.class, "", FeedOptions.ALL)) {
      claims.merge(labelsOf(claim), 1L, Long::sum);
    }
    return counters.text(
            CREATES,
            "counter",
            "Number of ResourceClaims creation requests, by status, admin access and owner.")
        + Counters.text(
            CLAIMS,
            "gauge",
            "Number of ResourceClaims, by allocation, admin access and source.",
            claims)
        + counters.text(
            "device_taint_eviction_controller_pod_deletions_total",
            "counter",
            "Pods deleted by the device taint eviction controller since its start.")
        + counters.text(
            "taint_eviction_controller_pod_deletions_total",
            "counter",
            "Pods deleted by the taint eviction controller since its start.")
        + counters.text(
            "scheduler_schedule_attempts_total", "counter", "Pods that were bound, by profile.");
  }

  private static String labelsOf(ResourceClaim claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    String source =
        annotations == null
            ? ""
            : annotations.containsKey("resource.kubernetes.io/extended-resource-claim")
                ? "extended_resource"
                : annotations.containsKey("resource.kubernetes.io/pod-claim-name")
                    ? "resource_claim_template"
                    : "";
    return "admin_access=\"%s\",allocated=\"%s\",source=\"%s\""
        .formatted(CountedWrites.hasAdminAccess(claim), PodClaims.isAllocated(claim), source);
  }
}
