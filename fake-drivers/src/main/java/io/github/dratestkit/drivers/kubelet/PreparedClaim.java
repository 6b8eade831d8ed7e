package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.drivers.PreparedDevice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the kubelet remembers of a claim that pods on its node use, or of one that it has begun to
 * prepare. Source: {@code pkg/kubelet/cm/dra/claiminfo.go}, 1.37.
 */
final class PreparedClaim {

  /** How far a claim has come. */
  enum Stage {
    PREPARING,
    PREPARED,
    UNPREPARING
  }

  private final String namespace;
  private final String name;
  private final String uid;
  private final Set<String> pods = new LinkedHashSet<>();
  private final Map<String, List<PreparedDevice>> devices = new LinkedHashMap<>();
  private Stage stage = Stage.PREPARING;

  PreparedClaim(String namespace, String name, String uid, Iterable<String> drivers) {
    this.namespace = namespace;
    this.name = name;
    this.uid = uid;
    drivers.forEach(driver -> devices.put(driver, List.of()));
  }

  String namespace() {
    return namespace;
  }

  String name() {
    return name;
  }

  String uid() {
    return uid;
  }

  Set<String> pods() {
    return pods;
  }

  Set<String> drivers() {
    return devices.keySet();
  }

  Stage stage() {
    return stage;
  }

  void setStage(Stage newStage) {
    stage = newStage;
  }

  Map<String, List<PreparedDevice>> devices() {
    return devices;
  }

  /** Takes a driver's answer; it replaces what the driver said before. */
  void setDevices(String driver, List<PreparedDevice> answered) {
    devices.put(driver, List.copyOf(answered));
  }

  /**
   * Returns the CDI ids that a container gets which names {@code request}, or all if it names none.
   */
  List<String> cdiDevices(String request) {
    List<String> ids = new ArrayList<>();
    for (List<PreparedDevice> ofDriver : devices.values()) {
      for (PreparedDevice device : ofDriver) {
        if (request.isEmpty()
            || device.requests().isEmpty()
            || device.requests().contains(request)) {
          ids.addAll(device.cdiDeviceIds());
        }
      }
    }
    return ids;
  }
}
