package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClaimConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether an allocation carries the configuration that its classes and claim give it. */
final class ConfigurationAudit {

  private final Map<String, DeviceClass> classes;

  ConfigurationAudit(Map<String, DeviceClass> classes) {
    this.classes = classes;
  }

  /** Returns what is wrong, or null. */
  @Nullable String check(
      List<Asked> chosen,
      List<DeviceClaimConfiguration> ofClaim,
      List<DeviceAllocationConfiguration> actual) {
    List<String> wanted = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Asked asked : chosen) {
      if (seen.add(asked.deviceClass())) {
        for (DeviceClassConfiguration one : configurationOf(asked.deviceClass())) {
          List<String> names =
              chosen.stream()
                  .filter(other -> other.deviceClass().equals(asked.deviceClass()))
                  .map(Asked::result)
                  .toList();
          wanted.add("FromClass " + scope(names, chosen) + " " + one.getOpaque());
        }
      }
    }
    for (DeviceClaimConfiguration one : ofClaim) {
      List<String> names = one.getRequests();
      if (names.isEmpty() || chosen.stream().anyMatch(asked -> asked.isNamedIn(names))) {
        wanted.add("FromClaim " + scope(names, chosen) + " " + one.getOpaque());
      }
    }
    List<String> found = new ArrayList<>();
    for (DeviceAllocationConfiguration one : actual) {
      found.add(one.getSource() + " " + one.getRequests() + " " + one.getOpaque());
    }
    return wanted.equals(found) ? null : "should be " + wanted + ", is " + found;
  }

  /** Configuration that means every request has no list. */
  private static List<String> scope(List<String> names, List<Asked> chosen) {
    return chosen.stream().allMatch(asked -> asked.isNamedIn(names)) ? List.of() : names;
  }

  private List<DeviceClassConfiguration> configurationOf(String name) {
    DeviceClass deviceClass = classes.get(name);
    return deviceClass == null || deviceClass.getSpec() == null
        ? List.of()
        : deviceClass.getSpec().getConfig();
  }
}
