package io.github.dratestkit.drivers.drawing;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One machine: NUMA nodes side by side, in each its PCIe roots, in each their devices. */
final class MachinePicture {

  private static final int COLUMN = 300;
  private static final int ROW = 34;
  private static final int ROOT_HEAD = 22;

  private MachinePicture() {}

  static void draw(String place, List<Device> devices, Svg svg) {
    Map<String, Map<String, List<Device>>> numaNodes = new TreeMap<>();
    for (Device device : devices) {
      numaNodes
          .computeIfAbsent(
              standard(device, "numaNode").map(numa -> "NUMA node " + numa).orElse("no NUMA node"),
              numa -> new TreeMap<>())
          .computeIfAbsent(
              standard(device, "pcieRoot").map(root -> "PCIe root " + root).orElse("no PCIe root"),
              root -> new ArrayList<>())
          .add(device);
    }
    int height = numaNodes.values().stream().mapToInt(MachinePicture::height).max().orElse(0);
    svg.rectangle(12, 40, 24 + numaNodes.size() * (COLUMN + 12), height + 44, "node");
    svg.text(24, 60, "title", "node " + place);
    int x = 24;
    for (Map.Entry<String, Map<String, List<Device>>> numa : numaNodes.entrySet()) {
      svg.rectangle(x, 70, COLUMN, height, "numa");
      svg.text(x + 10, 88, "small", numa.getKey());
      drawRoots(numa.getValue(), x + 10, svg);
      x += COLUMN + 12;
    }
  }

  private static void drawRoots(Map<String, List<Device>> roots, int x, Svg svg) {
    int y = 98;
    for (Map.Entry<String, List<Device>> root : roots.entrySet()) {
      int height = ROOT_HEAD + root.getValue().size() * ROW;
      svg.rectangle(x, y, COLUMN - 20, height, "root");
      svg.text(x + 8, y + 15, "small", root.getKey());
      int row = y + ROOT_HEAD;
      for (Device device : root.getValue()) {
        svg.rectangle(x + 8, row, COLUMN - 36, ROW - 6, "device");
        svg.text(x + 16, row + 18, "label", device.getName() + capacities(device));
        row += ROW;
      }
      y += height + 8;
    }
  }

  private static int height(Map<String, List<Device>> roots) {
    return 36 + roots.values().stream().mapToInt(list -> ROOT_HEAD + 8 + list.size() * ROW).sum();
  }

  private static String capacities(Device device) {
    if (device.getCapacity() == null || device.getCapacity().isEmpty()) {
      return "";
    }
    return device.getCapacity().entrySet().stream()
        .filter(entry -> entry.getKey().matches("memory|.*bandwidth|shares"))
        .map(entry -> "  " + shortName(entry.getKey()) + " " + amount(entry.getValue()))
        .reduce("", String::concat);
  }

  private static Quantity amount(DeviceCapacity capacity) {
    return capacity.getValue();
  }

  private static String shortName(String name) {
    return name.substring(name.indexOf('/') + 1);
  }

  private static Optional<String> standard(Device device, String name) {
    if (device.getAttributes() == null) {
      return Optional.empty();
    }
    DeviceAttribute attribute = device.getAttributes().get("resource.kubernetes.io/" + name);
    if (attribute == null) {
      return Optional.empty();
    }
    return attribute.getInt() == null
        ? Optional.ofNullable(attribute.getString())
        : Optional.of(String.valueOf(attribute.getInt()));
  }
}
