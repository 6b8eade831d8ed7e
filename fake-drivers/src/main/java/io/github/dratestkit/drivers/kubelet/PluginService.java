package io.github.dratestkit.drivers.kubelet;

import java.util.List;
import java.util.Optional;

/** The versions of the plugin service that the kubelet speaks, by the names of registration. */
enum PluginService {
  V1("v1.DRAPlugin"),
  V1BETA1("v1beta1.DRAPlugin");

  private final String wire;

  PluginService(String wire) {
    this.wire = wire;
  }

  /** Returns the first of a driver's list that the kubelet speaks: the driver's order counts. */
  static Optional<PluginService> choose(List<String> supported) {
    for (String name : supported) {
      for (PluginService service : values()) {
        if (service.wire.equals(name)) {
          return Optional.of(service);
        }
      }
    }
    return Optional.empty();
  }
}
