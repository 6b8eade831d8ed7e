package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.inventory.CompiledSlice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.PoolGatherer;
import io.github.dratestkit.allocator.inventory.PoolId;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Makes a change and returns what is then to be tried. */
final class ChangedTrial {

  private final Ground ground;

  /** By identity, because the same slice is tried again and again. */
  private final Map<ResourceSlice, List<Pool>> compiled = new IdentityHashMap<>();

  ChangedTrial(Ground ground) {
    this.ground = ground;
  }

  Trial of(Trial trial, Change change) {
    if (change instanceof Change.AddDevices more) {
      List<Pool> pools = new ArrayList<>(trial.pools());
      pools.addAll(compiled.computeIfAbsent(more.slice(), slice -> ground.poolsOf(List.of(slice))));
      return trial.withPools(PoolGatherer.inOrder(pools));
    }
    if (change instanceof Change.FinishPool finished) {
      return trial.withPools(PoolGatherer.inOrder(finished(trial.pools(), finished)));
    }
    if (change instanceof Change.DropClassSelector dropped) {
      return trial.withClass(without(trial, dropped));
    }
    return trial.withClaims(trial.claims().stream().map(claim -> edited(claim, change)).toList());
  }

  private List<Pool> finished(List<Pool> pools, Change.FinishPool finished) {
    List<Pool> changed = new ArrayList<>();
    for (Pool pool : pools) {
      if (pool.id().toString().equals(finished.pool())) {
        changed.addAll(ground.poolsOf(complete(pool.id(), finished)));
      } else {
        changed.add(pool);
      }
    }
    return changed;
  }

  private List<ResourceSlice> complete(PoolId pool, Change.FinishPool finished) {
    List<ResourceSlice> slices = new ArrayList<>();
    for (CompiledSlice slice : ground.slices().ofPool(pool)) {
      slices.add(
          slice.generation() != finished.generation()
              ? slice.source()
              : new ResourceSliceBuilder(slice.source())
                  .editSpec()
                  .editPool()
                  .withResourceSliceCount((long) finished.slices())
                  .endPool()
                  .endSpec()
                  .build());
    }
    return slices;
  }

  private static DeviceClass without(Trial trial, Change.DropClassSelector dropped) {
    DeviceClass deviceClass = Objects.requireNonNull(trial.classes().get(dropped.deviceClass()));
    return new DeviceClassBuilder(deviceClass)
        .editSpec()
        .withSelectors(Neutral.at(dropped.index(), deviceClass.getSpec().getSelectors()))
        .endSpec()
        .build();
  }

  private static ResourceClaim edited(ResourceClaim claim, Change change) {
    String name = ClaimNames.of(claim);
    if (change instanceof Change.DropConstraint dropped) {
      return dropped.constraint().claim().equals(name)
          ? withoutConstraint(claim, dropped.constraint().index())
          : claim;
    }
    if (change instanceof Change.DropSelector dropped) {
      return edited(claim, dropped.request(), new RequestEdit.WithoutSelector(dropped.index()));
    }
    if (change instanceof Change.Tolerate tolerate) {
      return edited(
          claim, tolerate.request(), new RequestEdit.WithToleration(tolerate.toleration()));
    }
    if (change instanceof Change.AskForFewer fewer) {
      return edited(claim, fewer.request(), new RequestEdit.WithCount(fewer.count()));
    }
    if (change instanceof Change.DropCapacity dropped) {
      return edited(claim, dropped.request(), new RequestEdit.WithoutCapacity(dropped.capacity()));
    }
    if (change instanceof Change.AskForLess less) {
      return edited(
          claim, less.request(), new RequestEdit.WithCapacity(less.capacity(), less.amount()));
    }
    return claim;
  }

  private static ResourceClaim edited(
      ResourceClaim claim, ClaimPart.Request part, RequestEdit edit) {
    if (!part.claim().equals(ClaimNames.of(claim))) {
      return claim;
    }
    String name = part.name().split("/")[0];
    UnaryOperator<DeviceRequest> change =
        request -> request.getName().equals(name) ? edit.in(request, part.name()) : request;
    List<DeviceRequest> requests = ClaimNames.requestsOf(claim).stream().map(change).toList();
    return new ResourceClaimBuilder(claim)
        .editSpec()
        .editDevices()
        .withRequests(requests)
        .endDevices()
        .endSpec()
        .build();
  }

  private static ResourceClaim withoutConstraint(ResourceClaim claim, int index) {
    List<DeviceConstraint> rest = Neutral.constraintAt(index, ClaimNames.constraintsOf(claim));
    return new ResourceClaimBuilder(claim)
        .editSpec()
        .editDevices()
        .withConstraints(rest)
        .endDevices()
        .endSpec()
        .build();
  }
}
