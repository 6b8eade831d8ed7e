package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.github.dratestkit.allocator.inventory.AllocatorRules;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.DeviceId;
import io.github.dratestkit.allocator.inventory.Quantities;
import io.github.dratestkit.allocator.version.AllocatorFeature;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Writes a solution down as one allocation result for each claim. */
final class ResultAssembly {

  private final AllocatorRules rules;
  private final String nodeName;
  private final Supplier<String> shareIds;

  /**
   * @param nodeName the node that is being tried
   * @param shareIds gives each share an identifier that no other share has
   */
  ResultAssembly(AllocatorRules rules, String nodeName, Supplier<String> shareIds) {
    this.rules = rules;
    this.nodeName = nodeName;
    this.shareIds = shareIds;
  }

  /**
   * Returns the results in the order of the claims.
   *
   * @param chosen for each claim the chosen alternative of each request
   * @throws FatalProblem if the node selectors of the chosen devices cannot be combined
   */
  List<AllocationResult> assemble(
      List<ClaimPlan> claims,
      List<List<Alternative>> chosen,
      List<Placement> placements,
      Candidates candidates) {
    List<AllocationResult> results = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      int claim = i;
      List<Placement> own =
          placements.stream().filter(placed -> placed.alternative().claim() == claim).toList();
      results.add(assemble(claims.get(i), chosen.get(i), own, candidates));
    }
    return results;
  }

  private AllocationResult assemble(
      ClaimPlan claim,
      List<Alternative> chosen,
      List<Placement> placements,
      Candidates candidates) {
    List<CompiledDevice> devices =
        placements.stream().map(placed -> candidates.device(placed.candidate())).toList();
    List<DeviceRequestAllocationResult> results = new ArrayList<>();
    for (int i = 0; i < devices.size(); i++) {
      results.add(resultOf(placements.get(i), devices.get(i)));
    }
    DeviceAllocationResult allocated = new DeviceAllocationResult();
    allocated.setResults(results);
    allocated.setConfig(new ConfigurationAssembly(claim, chosen).assemble());
    AllocationResult result = new AllocationResult();
    result.setDevices(allocated);
    result.setNodeSelector(new NodeSelectorAssembly(rules.variant(), nodeName).assemble(devices));
    return result;
  }

  private DeviceRequestAllocationResult resultOf(Placement placement, CompiledDevice device) {
    Alternative alternative = placement.alternative();
    DeviceId id = device.id();
    DeviceRequestAllocationResult result = new DeviceRequestAllocationResult();
    result.setRequest(alternative.fullName());
    result.setDriver(id.driver());
    result.setPool(id.pool());
    result.setDevice(id.device());
    if (alternative.adminAccess()) {
      result.setAdminAccess(true);
    }
    result.setTolerations(alternative.tolerations());
    if (placement.share() != null) {
      result.setShareID(shareIds.get());
      Map<String, Quantity> consumed = new LinkedHashMap<>();
      placement
          .share()
          .amounts()
          .forEach((name, amount) -> consumed.put(name, Quantities.toModel(amount)));
      if (!consumed.isEmpty()) {
        result.setConsumedCapacity(consumed);
      }
    }
    Device model = device.model();
    if (rules.has(AllocatorFeature.DeviceBindingAndStatus)) {
      result.setBindingConditions(model.getBindingConditions());
      result.setBindingFailureConditions(model.getBindingFailureConditions());
    }
    if (rules.variant() == AllocatorVariant.EXPERIMENTAL) {
      result.setSkipNodeOperations(device.slice().skipNodeOperations());
    }
    return result;
  }
}
