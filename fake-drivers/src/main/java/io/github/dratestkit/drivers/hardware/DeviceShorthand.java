package io.github.dratestkit.drivers.hardware;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns what a model's file says of a device into the object. A file may write an attribute as a
 * plain value (a text, a whole number, true or false, or a list of them) and a capacity or a
 * counter as its amount; where the type cannot be seen, as with versions, it is written out.
 */
final class DeviceShorthand {

  private DeviceShorthand() {}

  static Device device(Object expanded) {
    Map<String, Object> fields = fields(expanded);
    rewrite(fields, "attributes", DeviceShorthand::attribute);
    rewrite(fields, "capacity", DeviceShorthand::amount);
    if (fields.get("consumesCounters") instanceof List<?> consumptions) {
      fields.put(
          "consumesCounters", consumptions.stream().map(DeviceShorthand::withCounters).toList());
    }
    return Serialization.jsonMapper().convertValue(fields, Device.class);
  }

  static CounterSet counterSet(Object expanded) {
    return Serialization.jsonMapper().convertValue(withCounters(expanded), CounterSet.class);
  }

  private interface Rewrite {
    Object apply(Object value);
  }

  private static Object withCounters(Object counted) {
    Map<String, Object> fields = fields(counted);
    rewrite(fields, "counters", DeviceShorthand::amount);
    return fields;
  }

  /** Names in sorted order, as the server returns them. */
  private static void rewrite(Map<String, Object> fields, String name, Rewrite rewrite) {
    if (fields.get(name) instanceof Map<?, ?> values) {
      Map<String, Object> rewritten = new TreeMap<>();
      values.forEach((key, value) -> rewritten.put(String.valueOf(key), rewrite.apply(value)));
      fields.put(name, rewritten);
    }
  }

  private static Object attribute(Object value) {
    if (value instanceof Map<?, ?>) {
      return value;
    }
    if (value instanceof List<?> list) {
      return Map.of(typeOf(list.isEmpty() ? "" : list.get(0)) + "s", list);
    }
    return Map.of(typeOf(value), value);
  }

  private static String typeOf(Object value) {
    if (value instanceof Boolean) {
      return "bool";
    }
    return value instanceof Number ? "int" : "string";
  }

  private static Object amount(Object value) {
    return value instanceof Map<?, ?> ? value : Map.of("value", String.valueOf(value));
  }

  private static Map<String, Object> fields(Object expanded) {
    if (!(expanded instanceof Map<?, ?> map)) {
      throw new TemplateException("a map is expected instead of " + expanded);
    }
    return map.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> String.valueOf(entry.getKey()),
                Map.Entry::getValue,
                (first, second) -> second,
                LinkedHashMap::new));
  }
}
