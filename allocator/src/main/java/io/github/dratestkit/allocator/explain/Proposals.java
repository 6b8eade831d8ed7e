package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.github.dratestkit.allocator.Change;
import io.github.dratestkit.allocator.ClaimPart;
import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.Pool;
import io.github.dratestkit.allocator.inventory.Quantities;
import io.github.dratestkit.allocator.search.Tolerance;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The changes that could resolve a conflict: each touches a demand of the conflict, and what
 * refuses a device to it. Whether one helps is for a trial to say.
 */
final class Proposals {

  /** Upstream allocates no more devices than this for one claim. */
  static final int MOST_DEVICES = 32;

  private final Ground ground;
  private final MoreDevices moreDevices;

  Proposals(Ground ground) {
    this.ground = ground;
    this.moreDevices = new MoreDevices(ground);
  }

  /** Returns the proposals in the order in which a person would consider them. */
  List<Proposal> of(Trial trial, List<ClaimPart> conflict) {
    List<Proposal> proposals = new ArrayList<>();
    for (ClaimPart part : conflict) {
      if (part instanceof ClaimPart.Constraint constraint) {
        proposals.add(Proposal.of(new Change.DropConstraint(constraint)));
      } else if (part instanceof ClaimPart.Request asked) {
        for (Request request : Request.of(trial.claims(), asked)) {
          addFor(trial, new ClaimPart.Request(asked.claim(), request.name()), request, proposals);
        }
      }
    }
    for (Pool pool : trial.pools()) {
      if (pool instanceof Pool.Incomplete incomplete) {
        proposals.add(
            Proposal.of(
                new Change.FinishPool(
                    incomplete.id().toString(), incomplete.generation(), incomplete.seen())));
      }
    }
    return proposals;
  }

  private void addFor(
      Trial trial, ClaimPart.Request part, Request request, List<Proposal> proposals) {
    Suitability suitability =
        new Suitability(ground.expressions(), trial.classes().get(request.deviceClass()), request);
    List<CompiledDevice> suitable = new ArrayList<>();
    Set<Change> selectors = new LinkedHashSet<>();
    Set<Change> classSelectors = new LinkedHashSet<>();
    for (CompiledDevice device : devicesOf(trial)) {
      Suitability.Refusing refusing = suitability.of(device);
      if (refusing.isNone()) {
        suitable.add(device);
      }
      for (int index : refusing.ofRequest()) {
        selectors.add(new Change.DropSelector(part, index, suitability.expressionOfRequest(index)));
      }
      for (int index : refusing.ofClass()) {
        classSelectors.add(
            new Change.DropClassSelector(
                request.deviceClass(), index, suitability.expressionOfClass(index)));
      }
    }
    Set<Change> changes = new LinkedHashSet<>();
    suitable.forEach(device -> addTolerations(part, request, device, changes));
    changes.addAll(selectors);
    changes.addAll(classSelectors);
    proposals.addAll(moreDevices.of(trial, suitability, suitable));
    addFewer(part, request, suitable.size(), proposals);
    addLess(trial, part, request, suitable, proposals);
    changes.forEach(change -> proposals.add(Proposal.of(change)));
  }

  static List<CompiledDevice> devicesOf(Trial trial) {
    List<CompiledDevice> devices = new ArrayList<>();
    for (Pool pool : trial.pools()) {
      if (pool instanceof Pool.Usable usable) {
        usable.slices().forEach(slice -> devices.addAll(slice.devices()));
      }
    }
    return devices;
  }

  private static void addTolerations(
      ClaimPart.Request part, Request request, CompiledDevice device, Set<Change> changes) {
    for (DeviceTaint taint : device.blockingTaints()) {
      if (request.tolerations().stream().noneMatch(one -> Tolerance.tolerates(one, taint))) {
        changes.add(new Change.Tolerate(part, tolerationOf(taint)));
      }
    }
  }

  private static DeviceToleration tolerationOf(DeviceTaint taint) {
    DeviceTolerationBuilder toleration =
        new DeviceTolerationBuilder().withKey(taint.getKey()).withEffect(taint.getEffect());
    return taint.getValue() == null || taint.getValue().isEmpty()
        ? toleration.withOperator("Exists").build()
        : toleration.withOperator("Equal").withValue(taint.getValue()).build();
  }

  private static void addFewer(
      ClaimPart.Request part, Request request, int suitable, List<Proposal> proposals) {
    long most = request.asksForAll() ? Math.min(suitable, MOST_DEVICES) : request.count() - 1;
    List<Change> strengths = new ArrayList<>();
    for (long count = Math.min(most, MOST_DEVICES); count > 0; count--) {
      strengths.add(new Change.AskForFewer(part, count));
    }
    if (!strengths.isEmpty()) {
      proposals.add(Proposal.of(strengths));
    }
  }

  private static void addLess(
      Trial trial,
      ClaimPart.Request part,
      Request request,
      List<CompiledDevice> suitable,
      List<Proposal> proposals) {
    if (request.capacity() == null) {
      return;
    }
    for (Map.Entry<String, Quantity> asked :
        Quantities.of(request.capacity().getRequests()).entrySet()) {
      NavigableSet<Quantity> amounts = new TreeSet<>(Comparator.reverseOrder());
      for (CompiledDevice device : suitable) {
        CapacityModel capacity = device.capacities().get(asked.getKey());
        if (capacity != null) {
          Quantity used = trial.state().of(device.id()).consumed(asked.getKey());
          amounts.add(used == null ? capacity.total() : capacity.total().subtract(used));
        }
      }
      List<Change> strengths =
          amounts.tailSet(asked.getValue(), false).stream()
              .filter(amount -> amount.sign() > 0)
              .map(amount -> (Change) less(part, asked.getKey(), amount))
              .toList();
      if (!strengths.isEmpty()) {
        proposals.add(Proposal.of(strengths));
      }
      proposals.add(Proposal.of(new Change.DropCapacity(part, asked.getKey())));
    }
  }

  private static Change.AskForLess less(ClaimPart.Request part, String capacity, Quantity amount) {
    return new Change.AskForLess(part, capacity, amount.toString());
  }
}
