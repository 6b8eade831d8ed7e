package io.github.dratestkit.cli.allocate;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Optimum;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.optimal.Objective;
import io.github.dratestkit.allocator.value.MalformedQuantityException;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import io.github.dratestkit.allocator.version.Compatibility;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One case, ready to be answered any number of times. */
final class Attempt {

  private static final double DEFAULT_SECONDS = 10;

  private final AllocationCase given;
  private final Compatibility compatibility;
  private final Optional<Objective> objective;
  private final Set<AllocatorFeature> features;
  private final AllocatorVariant variant;

  Attempt(AllocationCase given, Compatibility compatibility, Optional<Objective> objective) {
    this.objective = objective;
    this.given = given;
    this.compatibility = compatibility;
    this.features = featuresOf(given);
    this.variant = variantOf(given, features);
  }

  private static Set<AllocatorFeature> featuresOf(AllocationCase given) {
    EnumSet<AllocatorFeature> features = EnumSet.noneOf(AllocatorFeature.class);
    Map<String, Boolean> named = given.features() == null ? Map.of() : given.features();
    named.forEach(
        (name, on) -> {
          try {
            AllocatorFeature feature = AllocatorFeature.valueOf(name);
            if (Boolean.TRUE.equals(on)) {
              features.add(feature);
            }
          } catch (IllegalArgumentException e) {
            throw new CaseFormatException(
                "case "
                    + given.id()
                    + ": there is no feature "
                    + name
                    + "; use one of "
                    + List.of(AllocatorFeature.values()));
          }
        });
    return features;
  }

  private static AllocatorVariant variantOf(AllocationCase given, Set<AllocatorFeature> features) {
    if (given.implementation() == null || given.implementation().isEmpty()) {
      return AllocatorVariant.of(features);
    }
    try {
      return AllocatorVariant.valueOf(given.implementation().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new CaseFormatException(
          "case "
              + given.id()
              + ": there is no implementation "
              + given.implementation()
              + "; use stable, incubating or experimental");
    }
  }

  /** Answers the case once. */
  AllocationAnswer run() {
    if (!variant.supports(features)) {
      String error = "the " + variant.channel() + " allocator does not support " + features;
      return AllocationAnswer.unsupported(given.id(), error);
    }
    AtomicInteger shares = new AtomicInteger();
    long start = System.nanoTime();
    Allocator allocator = Allocator.of(readable(), () -> "share-" + shares.incrementAndGet());
    List<ResourceClaim> claims = AllocationCase.orNone(given.claims());
    if (objective.isEmpty()) {
      Outcome outcome = allocator.allocate(given.node(), claims, budget(start));
      return answer(outcome, System.nanoTime() - start);
    }
    Optimum optimum = allocator.optimize(given.node(), claims, objective.get(), budget(start));
    return answer(optimum.outcome(), System.nanoTime() - start)
        .withOptimum(
            optimum.cost(),
            optimum.proven(),
            allocator.roomOn(given.node()).stream().map(PoolAnswer::of).toList());
  }

  private Budget budget(long start) {
    double seconds = given.timeoutSeconds() == null ? 0 : given.timeoutSeconds();
    long allowed = (long) ((seconds == 0 ? DEFAULT_SECONDS : seconds) * 1e9);
    return steps ->
        steps % 64 == 0 && System.nanoTime() - start > allowed
            ? Budget.Verdict.EXPIRED
            : Budget.Verdict.CONTINUE;
  }

  private Snapshot readable() {
    try {
      return snapshot();
    } catch (MalformedQuantityException e) {
      throw new CaseFormatException("case " + given.id() + ": " + e.getMessage());
    }
  }

  private Snapshot snapshot() {
    Snapshot.Builder builder =
        Snapshot.builder(features)
            .variant(variant)
            .compatibility(compatibility)
            .slices(AllocationCase.orNone(given.slices()))
            .deviceClasses(AllocationCase.orNone(given.classes()));
    for (AllocationCase.Entry entry : AllocationCase.orNone(given.allocatedDevices())) {
      builder.allocatedDevice(entry.driver(), entry.pool(), entry.device());
    }
    for (AllocationCase.Entry entry : AllocationCase.orNone(given.allocatedShares())) {
      String share = entry.shareID() == null ? "" : entry.shareID();
      builder.allocatedShare(entry.driver(), entry.pool(), entry.device(), share);
    }
    for (AllocationCase.Entry entry : AllocationCase.orNone(given.consumedCapacity())) {
      builder.consumedCapacity(
          entry.driver(),
          entry.pool(),
          entry.device(),
          entry.capacity() == null ? Map.of() : entry.capacity());
    }
    AllocationCase.orNone(given.allocatedClaims()).forEach(claim -> addUse(claim, builder));
    return builder.build();
  }

  /** Shares are shares here whatever the features, as the oracle has it. */
  private static void addUse(ResourceClaim claim, Snapshot.Builder builder) {
    if (claim.getStatus() == null
        || claim.getStatus().getAllocation() == null
        || claim.getStatus().getAllocation().getDevices() == null) {
      return;
    }
    for (DeviceRequestAllocationResult result :
        claim.getStatus().getAllocation().getDevices().getResults()) {
      if (Boolean.TRUE.equals(result.getAdminAccess())) {
        continue;
      }
      String driver = named(result.getDriver());
      String pool = named(result.getPool());
      String device = named(result.getDevice());
      if (result.getShareID() == null) {
        builder.allocatedDevice(driver, pool, device);
        continue;
      }
      builder.allocatedShare(driver, pool, device, result.getShareID());
      if (result.getConsumedCapacity() != null && !result.getConsumedCapacity().isEmpty()) {
        builder.consumedCapacity(driver, pool, device, result.getConsumedCapacity());
      }
    }
  }

  private static String named(@Nullable String name) {
    return name == null ? "" : name;
  }

  private AllocationAnswer answer(Outcome outcome, long nanoseconds) {
    List<AllocationResult> results = List.of();
    String error = null;
    if (outcome instanceof Outcome.Allocated allocated) {
      results = allocated.results();
    } else if (outcome instanceof Outcome.Fatal fatal) {
      error = fatal.message();
    } else if (outcome instanceof Outcome.NodeError nodeError) {
      error = nodeError.message();
    }
    return new AllocationAnswer(
        given.id(),
        outcome.word(),
        variant.channel(),
        results,
        error,
        null,
        null,
        List.of(),
        outcome.steps(),
        nanoseconds);
  }
}
