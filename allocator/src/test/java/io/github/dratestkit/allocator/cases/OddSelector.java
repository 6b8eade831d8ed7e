package io.github.dratestkit.allocator.cases;

/** Draws expressions over devices: those that never fail, and those that do so on some devices. */
final class OddSelector {

  private final Draw draw;
  private final boolean failing;

  OddSelector(Draw draw, boolean failing) {
    this.draw = draw;
    this.failing = failing;
  }

  private String attributes() {
    return "device.attributes[\"" + draw.of(Drivers.ALL) + "\"]";
  }

  private String capacity() {
    return "device.capacity[\"" + draw.of(Drivers.ALL) + "\"]";
  }

  String next() {
    if (!failing || draw.chance(50)) {
      return safe();
    }
    return switch (draw.between(1, 5)) {
      case 1 -> failing();
      case 2 -> safe() + " && " + failing();
      case 3 -> failing() + " || " + safe();
      case 4 -> "(" + failing() + ") && (" + failing() + ")";
      default -> "(" + safe() + ") ? (" + safe() + ") : (" + failing() + ")";
    };
  }

  /** Returns an expression that gives yes or no on every device. */
  private String safe() {
    String attributes = attributes();
    String capacity = capacity();
    String index = attributes + ".?index.orValue(1)";
    return draw.of(
        "true",
        index + " < " + draw.between(1, 5),
        index + " % 2 == " + draw.between(0, 1),
        index + " in [0, 1, 3]",
        attributes + ".?model.orValue(\"a\") == \"" + draw.of("a", "b") + "\"",
        attributes + ".?model.orValue(\"b\").matches(\"^[ab]$\")",
        attributes + ".?tags.orValue([]).size() < 3",
        "has(" + attributes + ".flag) ? " + attributes + ".flag : true",
        "!has(" + attributes + ".version) || " + attributes + ".version.major() == 1",
        attributes + ".?version.orValue(semver(\"1.2.3\")).isLessThan(semver(\"1.2.4-rc.1\"))",
        "!has("
            + capacity
            + ".memory) || "
            + capacity
            + ".memory.isGreaterThan(quantity(\""
            + draw.of("1", "500m", "1Gi", "10")
            + "\"))",
        capacity
            + ".?units.orValue(quantity(\"4\")).sub(quantity(\"2\")).compareTo(quantity(\"0\")) >= 0",
        capacity + ".?units.orValue(quantity(\"4\")).asApproximateFloat() > 3.5",
        "device.allowMultipleAllocations || " + index + " >= 0",
        "device.driver.split(\".\").size() == 3 && device.driver.endsWith(\"com\")",
        "cel.bind(x, " + index + ", x * x < 5 || x > 30)",
        "[1, 2, 3].exists(x, x == " + index + ") || " + index + " == 0",
        "device.attributes[\"resource.kubernetes.io\"].?pcieRoot.orValue(\"\") in [\"root0\","
            + " \"root1\"]");
  }

  /** Returns an expression that fails on some devices, or on all. */
  private String failing() {
    String attributes = attributes();
    return draw.of(
        attributes + ".index < 3",
        attributes + ".model == \"a\"",
        attributes + ".nothing == 1",
        "10 / " + attributes + ".?index.orValue(0) > 2",
        attributes + ".?index.orValue(9223372036854775807) + 1 > 0",
        "[true, false, true][" + attributes + ".?index.orValue(2)]",
        attributes + ".mixed == \"1\"",
        attributes + ".tags.exists(tag, tag == \"x\")",
        attributes + ".text.substring(1) != \"\"",
        "semver(" + attributes + ".text).major() > 0",
        "quantity(" + attributes + ".text).sign() > 0",
        "int(" + attributes + ".text) == 0",
        "device.attributes[\"none.example.com\"].x == 1",
        "device.capacity[\"" + Drivers.GPU + "\"].units.isGreaterThan(quantity(\"1\"))",
        "{\"a\": true}[" + attributes + ".?model.orValue(\"a\")]",
        attributes + ".flag",
        "\"" + Drivers.GPU + "\"",
        "device.unknown",
        "true &&");
  }

  /** Returns an expression whose result is an attribute. */
  String derivation() {
    String attributes = attributes();
    if (failing && draw.chance(30)) {
      return draw.of(
          attributes + ".index", attributes + ".text.substring(2)", "[1, \"a\"]", "1.5", "{}");
    }
    return draw.of(
        attributes + ".?index.orValue(7) / 2",
        attributes + ".?index.orValue(7) % 2 == 0",
        attributes + ".?model.orValue(\"none\")",
        "[" + attributes + ".?index.orValue(0), 1, 2]",
        "device.driver.split(\".\")",
        attributes + ".?version.orValue(semver(\"1.2.3\"))",
        "device.attributes[\"resource.kubernetes.io\"].?pcieRoot.orValue(\"none\")",
        attributes + ".?tags.orValue([\"x\"])",
        "[]",
        "device.allowMultipleAllocations",
        "\"" + draw.of("x", "y") + "\"");
  }
}
