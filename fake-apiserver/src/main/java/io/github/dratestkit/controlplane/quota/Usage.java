package io.github.dratestkit.controlplane.quota;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.QuantityFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Amounts by the names under which quotas limit them. */
final class Usage {

  private final Map<String, Quantity> used = new TreeMap<>();

  Map<String, Quantity> used() {
    return used;
  }

  void add(Pod pod) {
    count("pods");
    count("count/pods");
    Map<String, Quantity> requests = new HashMap<>();
    Map<String, Quantity> limits = new HashMap<>();
    for (Container container : pod.getSpec().getContainers()) {
      if (container.getResources() != null) {
        addAll(requests, container.getResources().getRequests());
        addAll(limits, container.getResources().getLimits());
      }
    }
    requests.forEach(
        (name, amount) -> {
          add("requests." + name, amount);
          if (!name.contains("/")) {
            add(name, amount);
          }
        });
    limits.forEach((name, amount) -> add("limits." + name, amount));
  }

  void add(ResourceClaim claim) {
    count("count/resourceclaims.resource.k8s.io");
    ClaimUsage.devicesByClass(claim)
        .forEach(
            (name, devices) -> {
              Quantity amount = Quantity.of(devices, QuantityFormat.DECIMAL_SI);
              add(name + ".deviceclass.resource.k8s.io/devices", amount);
              add("requests.deviceclass.resource.kubernetes.io/" + name, amount);
            });
  }

  void count(String name) {
    add(name, Quantity.of(1, QuantityFormat.DECIMAL_SI));
  }

  private void add(String name, Quantity amount) {
    used.merge(name, amount, Quantity::add);
  }

  private static void addAll(
      Map<String, Quantity> sums,
      @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> added) {
    if (added != null) {
      added.forEach(
          (name, amount) -> sums.merge(name, Quantity.decode(amount.toString()), Quantity::add));
    }
  }
}
