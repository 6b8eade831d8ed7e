package io.github.dratestkit.allocator.cel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The largest sizes that parts of a device can have, by the limits of resource.k8s.io ({@code
 * dynamic-resource-allocation/cel/compile.go}, 1.37).
 */
final class DeviceSizes {

  private static final String ROOT = "device";

  /** A part of the device, with its largest size. */
  private enum Part {
    DEVICE(0),
    DRIVER(63),
    MULTIPLE_ALLOCATIONS(1),
    ATTRIBUTE_DOMAINS(32),
    ATTRIBUTES(32),
    ATTRIBUTE(64),
    CAPACITY_DOMAINS(32),
    CAPACITIES(32),
    CAPACITY(0),
    DOMAIN(63),
    IDENTIFIER(32);

    private final long size;

    Part(long size) {
      this.size = size;
    }
  }

  private DeviceSizes() {}

  /** Returns the size of what {@code path} leads to, or null if nothing is known of it. */
  static @Nullable Range of(List<String> path) {
    if (path.isEmpty() || !path.get(0).equals(ROOT)) {
      return null;
    }
    Part part = Part.DEVICE;
    for (String step : path.subList(1, path.size())) {
      Part next = next(part, step);
      if (next == null) {
        return null;
      }
      part = next;
    }
    return new Range(0, part.size);
  }

  private static @Nullable Part next(Part part, String step) {
    return switch (step) {
      case "@items", "@values" -> element(part);
      case "@keys" -> key(part);
      default -> field(part, step);
    };
  }

  private static @Nullable Part element(Part part) {
    return switch (part) {
      case ATTRIBUTE_DOMAINS -> Part.ATTRIBUTES;
      case ATTRIBUTES -> Part.ATTRIBUTE;
      case CAPACITY_DOMAINS -> Part.CAPACITIES;
      case CAPACITIES -> Part.CAPACITY;
      case DEVICE, DRIVER, MULTIPLE_ALLOCATIONS, ATTRIBUTE, CAPACITY, DOMAIN, IDENTIFIER -> null;
    };
  }

  private static @Nullable Part key(Part part) {
    return switch (part) {
      case ATTRIBUTE_DOMAINS, CAPACITY_DOMAINS -> Part.DOMAIN;
      case ATTRIBUTES, CAPACITIES -> Part.IDENTIFIER;
      case DEVICE, DRIVER, MULTIPLE_ALLOCATIONS, ATTRIBUTE, CAPACITY, DOMAIN, IDENTIFIER -> null;
    };
  }

  private static @Nullable Part field(Part part, String name) {
    if (part == Part.ATTRIBUTES) {
      return Part.ATTRIBUTE;
    }
    if (part != Part.DEVICE) {
      return null;
    }
    return switch (name) {
      case "driver" -> Part.DRIVER;
      case "attributes" -> Part.ATTRIBUTE_DOMAINS;
      case "capacity" -> Part.CAPACITY_DOMAINS;
      case "allowMultipleAllocations" -> Part.MULTIPLE_ALLOCATIONS;
      default -> null;
    };
  }
}
