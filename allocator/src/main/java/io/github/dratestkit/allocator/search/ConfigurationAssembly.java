package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.OpaqueDeviceConfiguration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the configuration of an allocation: first that of the classes, each once, then that of
 * the claim as far as it means a request or a chosen sub-request. What means every request loses
 * its list, because an empty list means all (semantics §4.12).
 */
final class ConfigurationAssembly {

  private final ClaimPlan claim;

  /** The chosen alternative of each request. */
  private final List<Alternative> chosen;

  private final List<DeviceAllocationConfiguration> entries = new ArrayList<>();

  ConfigurationAssembly(ClaimPlan claim, List<Alternative> chosen) {
    this.claim = claim;
    this.chosen = chosen;
  }

  List<DeviceAllocationConfiguration> assemble() {
    addClasses();
    addClaim();
    for (DeviceAllocationConfiguration entry : entries) {
      List<String> names = entry.getRequests();
      if (!names.isEmpty()
          && chosen.stream().allMatch(alternative -> alternative.isNamedIn(names))) {
        entry.setRequests(new ArrayList<>());
      }
    }
    return entries;
  }

  private void addClasses() {
    Map<String, List<DeviceAllocationConfiguration>> known = new LinkedHashMap<>();
    for (Alternative alternative : chosen) {
      DeviceClass deviceClass = alternative.deviceClass();
      List<DeviceAllocationConfiguration> ofClass =
          known.computeIfAbsent(deviceClass.getMetadata().getName(), name -> addClass(deviceClass));
      ofClass.forEach(entry -> entry.getRequests().add(alternative.fullName()));
    }
  }

  private List<DeviceAllocationConfiguration> addClass(DeviceClass deviceClass) {
    List<DeviceAllocationConfiguration> added = new ArrayList<>();
    if (deviceClass.getSpec() != null) {
      for (DeviceClassConfiguration configuration : deviceClass.getSpec().getConfig()) {
        added.add(entry("FromClass", configuration.getOpaque(), List.of()));
      }
    }
    entries.addAll(added);
    return added;
  }

  private void addClaim() {
    if (claim.claim().getSpec() == null || claim.claim().getSpec().getDevices() == null) {
      return;
    }
    for (DeviceClaimConfiguration configuration :
        claim.claim().getSpec().getDevices().getConfig()) {
      List<String> names = configuration.getRequests();
      if (names.isEmpty()
          || chosen.stream().anyMatch(alternative -> alternative.isNamedIn(names))) {
        entries.add(entry("FromClaim", configuration.getOpaque(), names));
      }
    }
  }

  private static DeviceAllocationConfiguration entry(
      String source, @Nullable OpaqueDeviceConfiguration opaque, List<String> requests) {
    DeviceAllocationConfiguration entry = new DeviceAllocationConfiguration();
    entry.setSource(source);
    entry.setOpaque(opaque);
    entry.setRequests(new ArrayList<>(requests));
    return entry;
  }
}
