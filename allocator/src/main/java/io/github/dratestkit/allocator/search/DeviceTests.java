package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.Node;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CapacityDemand;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.MalformedNodeSelectorException;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be said about a device and an alternative whatever else is chosen: whether the selectors
 * match, and what the alternative would take of the device's capacities. Each answer is computed
 * when it is first asked for, because a selector that fails ends the attempt.
 */
final class DeviceTests {

  private static final byte UNKNOWN = 0;
  private static final byte YES = 1;
  private static final byte NO = 2;

  private final AllocatorRules rules;
  private final Node node;
  private final DeviceExpressions expressions;
  private final Candidates candidates;

  private final List<byte[]> selectable = new ArrayList<>();
  private final List<SelectorAnswers> ofClass = new ArrayList<>();
  private final List<SelectorAnswers> ofRequest = new ArrayList<>();
  private final List<@Nullable CapacityDemand[]> demands = new ArrayList<>();
  private final List<String> claims = new ArrayList<>();

  DeviceTests(
      AllocatorRules rules, Node node, DeviceExpressions expressions, Candidates candidates) {
    this.rules = rules;
    this.node = node;
    this.expressions = expressions;
    this.candidates = candidates;
  }

  /** Makes room for the answers about one more alternative, of the claim with that name. */
  void add(Alternative alternative, String claim) {
    claims.add(claim);
    while (selectable.size() <= alternative.ordinal()) {
      selectable.add(new byte[candidates.size()]);
      demands.add(new CapacityDemand[candidates.size()]);
    }
    ofClass.add(
        SelectorAnswers.of(
            expressions,
            alternative.deviceClass().getSpec() == null
                ? List.of()
                : alternative.deviceClass().getSpec().getSelectors()));
    ofRequest.add(SelectorAnswers.of(expressions, alternative.selectors()));
  }

  /** Returns how many answers about selectors are not known yet. */
  int unknown() {
    int unknown = 0;
    for (byte[] known : selectable) {
      for (byte answer : known) {
        unknown += answer == UNKNOWN ? 1 : 0;
      }
    }
    return unknown;
  }

  /**
   * Says whether the selectors and the device's node selection allow the device.
   *
   * @throws FatalProblem if a selector cannot be compiled or fails
   */
  boolean isSelectable(Alternative alternative, int candidate) {
    byte[] known = selectable.get(alternative.ordinal());
    if (known[candidate] == UNKNOWN) {
      known[candidate] = select(alternative, candidates.device(candidate)) ? YES : NO;
    }
    return known[candidate] == YES;
  }

  private boolean select(Alternative alternative, CompiledDevice device) {
    if (!rules.has(AllocatorFeature.DeviceBindingAndStatus) && device.hasBindingConditions()) {
      return false;
    }
    if (!matches(device, alternative)) {
      return false;
    }
    if (!device.slice().selectsNodePerDevice()) {
      return true;
    }
    if (!rules.followsUpstream() && device.selection().hasManyTerms()) {
      return false;
    }
    try {
      return device.selection().matches(node);
    } catch (MalformedNodeSelectorException e) {
      throw new FatalProblem("node selector of device " + device + ": " + e.getMessage());
    }
  }

  private boolean matches(CompiledDevice device, Alternative alternative) {
    String source = "class " + alternative.deviceClass().getMetadata().getName();
    try {
      if (!ofClass.get(alternative.ordinal()).match(device)) {
        return false;
      }
      source = "claim " + claims.get(alternative.ordinal());
      return ofRequest.get(alternative.ordinal()).match(device);
    } catch (SelectorAnswers.Failed e) {
      throw new FatalProblem(source + ": " + e.getMessage());
    }
  }

  /**
   * Returns the amounts that the alternative takes, or null if the device does not offer them.
   *
   * @throws FatalProblem if an amount cannot be computed
   */
  CapacityDemand.@Nullable Amounts amounts(Alternative alternative, int candidate) {
    CapacityDemand demand = demand(alternative, candidate);
    if (demand instanceof CapacityDemand.Impossible impossible) {
      throw new FatalProblem(
          "request "
              + alternative.fullName()
              + ", device "
              + candidates.device(candidate)
              + ", "
              + impossible.reason());
    }
    return demand instanceof CapacityDemand.Amounts amounts ? amounts : null;
  }

  /** Returns what the alternative would take of the device. */
  CapacityDemand demand(Alternative alternative, int candidate) {
    @Nullable CapacityDemand[] known = demands.get(alternative.ordinal());
    CapacityDemand demand = known[candidate];
    if (demand == null) {
      demand =
          CapacityDemand.of(
              alternative.capacityRequests(),
              candidates.device(candidate),
              rules.has(AllocatorFeature.FractionalCapacityRange));
      known[candidate] = demand;
    }
    return demand;
  }
}
