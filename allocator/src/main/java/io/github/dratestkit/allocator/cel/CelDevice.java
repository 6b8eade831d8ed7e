package io.github.dratestkit.allocator.cel;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.github.dratestkit.allocator.value.MalformedVersionException;
import io.github.dratestkit.allocator.value.QualifiedName;
import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device as expressions see it. It is prepared once, at the first evaluation, and may then be
 * shared between expressions and threads.
 */
public final class CelDevice {

  /** Either what the variable holds, or why it cannot be made. */
  private record Prepared(@Nullable DeviceValue value, @Nullable String error) {}

  private final String driver;
  private final Device device;
  private volatile @Nullable Prepared prepared;

  private CelDevice(String driver, Device device) {
    this.driver = driver;
    this.device = device;
  }

  /** Returns {@code device} of a slice that {@code driver} published. */
  public static CelDevice of(String driver, Device device) {
    return new CelDevice(driver, device);
  }

  /** Returns the value of the variable {@code device}, or null if {@link #error} says why not. */
  @Nullable DeviceValue value() {
    return prepared().value();
  }

  /** Returns why no expression can be evaluated on this device, or null if they can. */
  @Nullable String error() {
    return prepared().error();
  }

  private Prepared prepared() {
    Prepared current = prepared;
    if (current == null) {
      current = prepare();
      prepared = current;
    }
    return current;
  }

  private Prepared prepare() {
    Map<String, Map<String, Object>> attributes = new HashMap<>();
    for (Map.Entry<String, DeviceAttribute> entry : entries(device.getAttributes())) {
      try {
        put(attributes, entry.getKey(), value(entry.getValue()));
      } catch (IllegalArgumentException unreadable) {
        return new Prepared(null, "attribute " + entry.getKey() + ": " + unreadable.getMessage());
      }
    }
    Map<String, Map<String, Object>> capacity = new HashMap<>();
    for (Map.Entry<String, DeviceCapacity> entry : entries(device.getCapacity())) {
      put(capacity, entry.getKey(), quantity(entry.getValue()));
    }
    Map<String, Object> fields = new HashMap<>();
    fields.put("driver", driver);
    fields.put("attributes", domains(attributes));
    fields.put("capacity", domains(capacity));
    fields.put(
        "allowMultipleAllocations", Boolean.TRUE.equals(device.getAllowMultipleAllocations()));
    return new Prepared(new DeviceValue(fields), null);
  }

  private static <V> Iterable<Map.Entry<String, V>> entries(@Nullable Map<String, V> map) {
    return map == null ? List.of() : map.entrySet();
  }

  private void put(Map<String, Map<String, Object>> target, String key, Object value) {
    QualifiedName name = QualifiedName.parse(driver, key);
    target.computeIfAbsent(name.domain(), unused -> new HashMap<>()).put(name.identifier(), value);
  }

  private static DomainMap domains(Map<String, Map<String, Object>> source) {
    Map<String, Object> domains = new HashMap<>();
    source.forEach((domain, entries) -> domains.put(domain, new DeviceMap(entries)));
    return new DomainMap(domains);
  }

  private static Quantity quantity(DeviceCapacity capacity) {
    io.fabric8.kubernetes.api.model.Quantity value = capacity.getValue();
    if (value == null || value.getAmount() == null) {
      return Quantity.ZERO;
    }
    String format = value.getFormat();
    return Quantity.decode(format == null ? value.getAmount() : value.getAmount() + format);
  }

  // Lists are looked at before scalars, in upstream's order. An absent list is an empty one here.
  private static Object value(DeviceAttribute attribute) {
    if (present(attribute.getInts())) {
      return List.copyOf(attribute.getInts());
    }
    if (present(attribute.getBools())) {
      return List.copyOf(attribute.getBools());
    }
    if (present(attribute.getStrings())) {
      return List.copyOf(attribute.getStrings());
    }
    if (present(attribute.getVersions())) {
      return attribute.getVersions().stream().map(CelDevice::version).toList();
    }
    return scalar(attribute);
  }

  private static Object scalar(DeviceAttribute attribute) {
    if (attribute.getInt() != null) {
      return attribute.getInt();
    }
    if (attribute.getBool() != null) {
      return attribute.getBool();
    }
    if (attribute.getString() != null) {
      return attribute.getString();
    }
    if (attribute.getVersion() != null) {
      return version(attribute.getVersion());
    }
    if (!attribute.getAdditionalProperties().isEmpty()) {
      throw new IllegalArgumentException("unsupported attribute value");
    }
    // The model does not tell an empty list from none at all.
    return List.of();
  }

  private static boolean present(@Nullable List<?> values) {
    return values != null && !values.isEmpty();
  }

  private static SemanticVersion version(String text) {
    try {
      return SemanticVersion.parse(text);
    } catch (MalformedVersionException malformed) {
      throw new IllegalArgumentException(
          "parse semantic version: " + malformed.getMessage(), malformed);
    }
  }
}
