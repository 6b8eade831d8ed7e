package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequirements;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSubRequest;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ExactDeviceRequest;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.Holder;
import io.github.dratestkit.allocator.Outcome;
import io.github.dratestkit.allocator.Snapshot;
import io.github.dratestkit.allocator.cases.ParsedCase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A random case as the objects of a cluster, on which the words of a diagnosis are carried out as a
 * person would: objects are rewritten, and the allocator is asked again from the beginning. Every
 * device in use belongs to a claim of its own.
 */
final class LiteralSituation {

  private final ParsedCase given;
  private final List<ResourceClaim> claims;
  private final Map<String, DeviceClass> classes = new HashMap<>();
  private final List<ResourceSlice> slices;
  private final List<ResourceClaim> holders = new ArrayList<>();

  LiteralSituation(Map<String, Object> values) {
    this.given = ParsedCase.of(values);
    this.claims = new ArrayList<>(given.allClaims());
    this.slices = new ArrayList<>(given.allSlices());
    given.allClasses().forEach(one -> classes.putIfAbsent(one.getMetadata().getName(), one));
    Map<String, ResourceClaim> byShare = new HashMap<>();
    for (ParsedCase.Entry entry : orNone(given.allocatedDevices())) {
      holders.add(holder("whole-" + holders.size(), entry, null, null));
    }
    for (ParsedCase.Entry entry : orNone(given.allocatedShares())) {
      ResourceClaim share = holder("share-" + holders.size(), entry, entry.shareID(), null);
      byShare.put(entry.driver() + entry.pool() + entry.device(), share);
      holders.add(share);
    }
    for (ParsedCase.Entry entry : orNone(given.consumedCapacity())) {
      ResourceClaim share = byShare.get(entry.driver() + entry.pool() + entry.device());
      if (share != null) {
        share
            .getStatus()
            .getAllocation()
            .getDevices()
            .getResults()
            .get(0)
            .setConsumedCapacity(entry.capacity());
      }
    }
  }

  private static <T> List<T> orNone(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static ResourceClaim holder(
      String name,
      ParsedCase.Entry entry,
      @Nullable String share,
      @Nullable Map<String, Quantity> capacity) {
    DeviceRequestAllocationResult result =
        new DeviceRequestAllocationResultBuilder()
            .withRequest("r")
            .withDriver(entry.driver())
            .withPool(entry.pool())
            .withDevice(entry.device())
            .withShareID(share)
            .withConsumedCapacity(capacity)
            .build();
    ResourceClaimStatus status = new ResourceClaimStatus();
    status.setAllocation(
        new AllocationResultBuilder().withNewDevices().withResults(result).endDevices().build());
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("held")
        .endMetadata()
        .withStatus(status)
        .build();
  }

  Outcome allocate() {
    Snapshot snapshot =
        Snapshot.builder(given.featureSet())
            .variant(given.variant())
            .slices(slices)
            .deviceClasses(classes.values())
            .allocatedClaims(holders)
            .build();
    return Allocator.of(snapshot).allocate(given.node(), claims, Budget.ofSteps(500_000));
  }

  /**
   * Says whether no two claims, and no two requests of a claim, have one name, as the API has it:
   * only then can what a diagnosis names be left out or changed.
   */
  boolean namesTellApart() {
    return areDistinct(claims.stream().map(ClaimNames::of))
        && claims.stream()
            .allMatch(
                claim ->
                    areDistinct(ClaimNames.requestsOf(claim).stream().map(DeviceRequest::getName)));
  }

  private static boolean areDistinct(Stream<String> names) {
    return names.allMatch(new HashSet<>()::add);
  }

  void release(Holder holder) {
    holders.removeIf(
        claim ->
            holder.equals(
                new Holder.Claim(
                    claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName())));
  }

  void releaseAll() {
    holders.clear();
  }

  /** Leaves out a request with what names it, or a constraint. */
  void leaveOut(ClaimPart part) {
    ResourceClaim claim = claim(part.claim());
    if (part instanceof ClaimPart.Constraint constraint) {
      claim.getSpec().getDevices().getConstraints().remove(constraint.index());
      return;
    }
    String name = ((ClaimPart.Request) part).name();
    claim.getSpec().getDevices().getRequests().removeIf(one -> one.getName().equals(name));
    claim
        .getSpec()
        .getDevices()
        .getConstraints()
        .removeIf(
            constraint ->
                !constraint.getRequests().isEmpty()
                    && constraint.getRequests().removeIf(one -> one.split("/")[0].equals(name))
                    && constraint.getRequests().isEmpty());
    claims.removeIf(one -> one == claim && one.getSpec().getDevices().getRequests().isEmpty());
  }

  /** Keeps these parts only; constraints are left out from the last to the first. */
  void keep(List<ClaimPart> parts) {
    List<ClaimPart> all = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      for (int i = ClaimNames.constraintsOf(claim).size() - 1; i >= 0; i--) {
        all.add(ClaimNames.part(claim, i));
      }
      ClaimNames.requestsOf(claim)
          .forEach(request -> all.add(ClaimNames.part(claim, request.getName())));
    }
    all.removeAll(parts);
    all.forEach(this::leaveOut);
  }

  /** Makes changes; what is left out of a list goes from its end to its beginning. */
  void make(List<Change> changes) {
    changes.stream()
        .sorted(Comparator.comparing(LiteralSituation::place).reversed())
        .forEach(this::make);
  }

  private static int place(Change change) {
    if (change instanceof Change.DropSelector dropped) {
      return dropped.index();
    }
    if (change instanceof Change.DropClassSelector dropped) {
      return dropped.index();
    }
    return change instanceof Change.DropConstraint dropped ? dropped.constraint().index() : 0;
  }

  private void make(Change change) {
    if (change instanceof Change.AddDevices added) {
      slices.add(added.slice());
    } else if (change instanceof Change.FinishPool finished) {
      finish(finished);
    } else if (change instanceof Change.DropClassSelector dropped) {
      DeviceClass deviceClass = Objects.requireNonNull(classes.get(dropped.deviceClass()));
      deviceClass.getSpec().getSelectors().remove(dropped.index());
    } else if (change instanceof Change.DropConstraint dropped) {
      leaveOut(dropped.constraint());
    } else if (change instanceof Change.DropSelector dropped) {
      selectors(dropped.request()).remove(dropped.index());
    } else if (change instanceof Change.Tolerate tolerate) {
      tolerations(tolerate.request()).add(tolerate.toleration());
    } else if (change instanceof Change.AskForFewer fewer) {
      ask(fewer);
    } else if (change instanceof Change.DropCapacity dropped) {
      capacity(dropped.request()).getRequests().remove(dropped.capacity());
    } else if (change instanceof Change.AskForLess less) {
      capacity(less.request()).getRequests().put(less.capacity(), new Quantity(less.amount()));
    }
  }

  private void finish(Change.FinishPool finished) {
    for (ResourceSlice slice : slices) {
      String pool = slice.getSpec().getDriver() + "/" + slice.getSpec().getPool().getName();
      if (pool.equals(finished.pool())
          && slice.getSpec().getPool().getGeneration() == finished.generation()) {
        slice.getSpec().getPool().setResourceSliceCount((long) finished.slices());
      }
    }
  }

  private ResourceClaim claim(String name) {
    return claims.stream()
        .filter(claim -> ClaimNames.of(claim).equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Object demand(ClaimPart.Request part) {
    for (DeviceRequest request : claim(part.claim()).getSpec().getDevices().getRequests()) {
      if (request.getName().equals(part.name())) {
        return request.getExactly();
      }
      for (DeviceSubRequest sub : request.getFirstAvailable()) {
        if (part.name().equals(request.getName() + "/" + sub.getName())) {
          return sub;
        }
      }
    }
    throw new AssertionError("there is no " + part);
  }

  private List<DeviceSelector> selectors(ClaimPart.Request part) {
    return demand(part) instanceof ExactDeviceRequest exact
        ? exact.getSelectors()
        : ((DeviceSubRequest) demand(part)).getSelectors();
  }

  private List<DeviceToleration> tolerations(ClaimPart.Request part) {
    return demand(part) instanceof ExactDeviceRequest exact
        ? exact.getTolerations()
        : ((DeviceSubRequest) demand(part)).getTolerations();
  }

  private CapacityRequirements capacity(ClaimPart.Request part) {
    return demand(part) instanceof ExactDeviceRequest exact
        ? exact.getCapacity()
        : ((DeviceSubRequest) demand(part)).getCapacity();
  }

  private void ask(Change.AskForFewer fewer) {
    if (demand(fewer.request()) instanceof ExactDeviceRequest exact) {
      exact.setAllocationMode("ExactCount");
      exact.setCount(fewer.count());
    } else if (demand(fewer.request()) instanceof DeviceSubRequest sub) {
      sub.setAllocationMode("ExactCount");
      sub.setCount(fewer.count());
    }
  }
}
