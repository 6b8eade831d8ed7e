package io.github.dratestkit.drivers.drawing;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The chips of a torus, layer behind layer, a colour for each host, and how many boxes it has. */
final class TorusPicture {

  private static final int STEP = 56;
  private static final int DEPTH = 22;
  private static final List<String> COLOURS =
      List.of(
          "#8ecae6", "#ffb703", "#90be6d", "#f4978e", "#bdb2ff", "#e9c46a", "#84dcc6", "#cdb4db");

  private record Chip(long x, long y, long z) {}

  private TorusPicture() {}

  /** Says whether the devices have coordinates in three dimensions. */
  static boolean fits(List<Device> devices) {
    return !devices.isEmpty()
        && devices.stream()
            .allMatch(
                device ->
                    device.getAttributes() != null
                        && device.getAttributes().keySet().containsAll(List.of("x", "y", "z")));
  }

  static void draw(List<Device> devices, Svg svg) {
    Map<Chip, Device> chips = new HashMap<>();
    Map<String, Integer> boxes = new TreeMap<>();
    for (Device device : devices) {
      boxes.merge(text(device, "topology"), 1, Integer::sum);
      if (text(device, "topology").equals("1x1x1")) {
        chips.put(new Chip(number(device, "x"), number(device, "y"), number(device, "z")), device);
      }
    }
    long edge = chips.keySet().stream().mapToLong(chip -> chip.z() + 1).max().orElse(0);
    chips.keySet().forEach(chip -> drawLinks(chip, chips, edge, svg));
    Map<String, String> colours = new HashMap<>();
    chips.forEach(
        (chip, device) -> {
          String host = host(device);
          String colour =
              colours.computeIfAbsent(host, name -> COLOURS.get(colours.size() % COLOURS.size()));
          svg.circle(x(chip), y(chip, edge), 9, colour, device.getName() + " on " + host);
        });
    double legend = 90.0 + edge * (STEP + DEPTH);
    svg.text(
        24,
        legend,
        "label",
        "boxes: "
            + boxes.entrySet().stream()
                .map(box -> box.getValue() + " of " + box.getKey())
                .reduce((left, right) -> left + ", " + right)
                .orElse("none"));
    svg.text(24, legend + 18, "small", "a colour is a host; the rings of whole cubes are closed");
  }

  private static void drawLinks(Chip chip, Map<Chip, Device> chips, long edge, Svg svg) {
    for (Chip next :
        List.of(
            new Chip(chip.x() + 1, chip.y(), chip.z()),
            new Chip(chip.x(), chip.y() + 1, chip.z()),
            new Chip(chip.x(), chip.y(), chip.z() + 1))) {
      if (chips.containsKey(next)) {
        svg.line(x(chip), y(chip, edge), x(next), y(next, edge));
      }
    }
  }

  private static double x(Chip chip) {
    return 40.0 + chip.x() * STEP + chip.z() * DEPTH;
  }

  private static double y(Chip chip, long edge) {
    return 60.0 + edge * DEPTH + chip.y() * STEP - chip.z() * DEPTH;
  }

  private static long number(Device device, String name) {
    Long value = attribute(device, name).getInt();
    return value == null ? 0 : value;
  }

  private static String text(Device device, String name) {
    return String.valueOf(attribute(device, name).getString());
  }

  private static DeviceAttribute attribute(Device device, String name) {
    DeviceAttribute attribute = device.getAttributes().get(name);
    return attribute == null ? new DeviceAttribute() : attribute;
  }

  private static String host(Device device) {
    return device.getNodeSelector() == null
        ? "no host"
        : device
            .getNodeSelector()
            .getNodeSelectorTerms()
            .get(0)
            .getMatchExpressions()
            .get(0)
            .getValues()
            .get(0);
  }
}
