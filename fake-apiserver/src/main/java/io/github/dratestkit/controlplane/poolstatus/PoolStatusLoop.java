package io.github.dratestkit.controlplane.poolstatus;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.PoolStatus;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequestBuilder;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequestSpec;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequestStatus;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The controller of ResourcePoolStatusRequests. It answers a request once, with the counts of the
 * pools asked for, and deletes it an hour later. A request for a pool that is incomplete is tried a
 * few times and then left alone (semantics §6.8). Summaries of partitions and shares are not given.
 */
public final class PoolStatusLoop extends ReconcilingLoop<String> {

  private static final int TRIES = 5;
  private static final Duration KEPT = Duration.ofHours(1);

  private record PoolName(String driver, String pool) implements Comparable<PoolName> {
    @Override
    public int compareTo(PoolName other) {
      int byDriver = driver.compareTo(other.driver);
      return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
    }
  }

  private final Timers timers;
  private final Informer<ResourcePoolStatusRequest> requests;
  private final Informer<ResourceSlice> slices;
  private final Informer<ResourceClaim> claims;
  private final Optional<Informer<DeviceTaintRule>> rules;

  /** Creates the loop on an API of {@code features}. */
  public PoolStatusLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super("resourcepoolstatusrequest-controller", access, timers);
    this.timers = timers;
    this.slices = inform(ResourceSlice.class, change -> {});
    this.claims = inform(ResourceClaim.class, change -> {});
    this.rules =
        features.enabled("DRADeviceTaintRules")
            ? Optional.of(inform(DeviceTaintRule.class, change -> {}))
            : Optional.empty();
    this.requests =
        inform(
            ResourcePoolStatusRequest.class,
            change -> queue().add(change.object().getMetadata().getName()));
  }

  @Override
  protected void reconcile(String name) {
    Optional<ResourcePoolStatusRequest> request = requests.get(null, name);
    if (request.isEmpty()) {
      return;
    }
    if (isAnswered(request.get())) {
      deleteWhenDue(request.get());
    } else {
      answer(request.get());
    }
  }

  private void answer(ResourcePoolStatusRequest request) {
    List<PoolCounts> pools = poolsFor(request.getSpec());
    int limit = request.getSpec().getLimit() == null ? pools.size() : request.getSpec().getLimit();
    List<PoolCounts> listed = pools.stream().limit(limit).toList();
    if (listed.stream().anyMatch(PoolCounts::isIncomplete)) {
      if (queue().failuresOf(request.getMetadata().getName()) < TRIES) {
        throw new ApiException(0, "", "a pool asked for is incomplete");
      }
      return;
    }
    Collection<DeviceTaintRule> known = rules.map(Informer::all).orElse(List.of());
    List<PoolStatus> statuses =
        listed.stream()
            .map(
                pool ->
                    pool.status(
                        claims.all(), known, request.getSpec().getDefaultPartitionTypeAttribute()))
            .toList();
    long faulty = statuses.stream().filter(pool -> pool.getValidationError() != null).count();
    ResourcePoolStatusRequestStatus status = new ResourcePoolStatusRequestStatus();
    status.setPools(new ArrayList<>(statuses));
    status.setPoolCount(pools.size());
    status.setConditions(
        List.of(
            condition(
                "Complete",
                "CalculationComplete",
                "Calculated status for %d pools%s"
                    .formatted(
                        statuses.size(),
                        faulty == 0 ? "" : " (%d incomplete)".formatted(faulty)))));
    requests.assume(
        writes()
            .update(
                new ResourcePoolStatusRequestBuilder(request).withStatus(status).build(),
                "status"));
  }

  private Condition condition(String type, String reason, String message) {
    return new ConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withReason(reason)
        .withMessage(message)
        .withLastTransitionTime(timers.instant().truncatedTo(ChronoUnit.SECONDS).toString())
        .build();
  }

  private List<PoolCounts> poolsFor(ResourcePoolStatusRequestSpec spec) {
    Map<PoolName, List<ResourceSlice>> byPool = new TreeMap<>();
    for (ResourceSlice slice : slices.all()) {
      String pool = slice.getSpec().getPool().getName();
      boolean asked =
          slice.getSpec().getDriver().equals(spec.getDriver())
              && (spec.getPoolName() == null || spec.getPoolName().equals(pool));
      if (asked) {
        byPool
            .computeIfAbsent(
                new PoolName(slice.getSpec().getDriver(), pool), name -> new ArrayList<>())
            .add(slice);
      }
    }
    return byPool.values().stream().map(PoolStatusLoop::newest).map(PoolCounts::new).toList();
  }

  private static List<ResourceSlice> newest(List<ResourceSlice> slices) {
    long generation =
        slices.stream()
            .mapToLong(slice -> slice.getSpec().getPool().getGeneration())
            .max()
            .orElse(0);
    return slices.stream()
        .filter(slice -> slice.getSpec().getPool().getGeneration() == generation)
        .toList();
  }

  private void deleteWhenDue(ResourcePoolStatusRequest request) {
    Instant due =
        Instant.parse(request.getStatus().getConditions().get(0).getLastTransitionTime())
            .plus(KEPT);
    if (due.isAfter(timers.instant())) {
      queue().addAt(request.getMetadata().getName(), due);
      return;
    }
    writes()
        .delete(
            ResourcePoolStatusRequest.class,
            "",
            request.getMetadata().getName(),
            new DeleteOptions());
  }

  private static boolean isAnswered(ResourcePoolStatusRequest request) {
    return request.getStatus() != null && !request.getStatus().getConditions().isEmpty();
  }
}
