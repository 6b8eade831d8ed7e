package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.github.dratestkit.allocator.inventory.CapacityModel;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of one device that an expression looks at, for telling why it did not match. */
final class SeenValues {

  private static final Pattern REFERENCE =
      Pattern.compile(
          "device\\.(attributes|capacity)\\[\\??[\"']([^\"']+)[\"']\\]\\s*\\.\\??\\s*([A-Za-z_]\\w*)");

  private SeenValues() {}

  /** Returns the values in the order in which the expression names them. */
  static String of(String expression, CompiledDevice device) {
    Map<String, String> seen = new LinkedHashMap<>();
    if (expression.contains("device.driver")) {
      seen.put("driver", '"' + device.id().driver() + '"');
    }
    Matcher reference = REFERENCE.matcher(expression);
    while (reference.find()) {
      String name = reference.group(2) + "/" + reference.group(3);
      boolean attribute = reference.group(1).equals("attributes");
      seen.put(name, attribute ? attribute(device, name) : capacity(device, name));
    }
    StringBuilder text = new StringBuilder();
    seen.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : ", ").append(name).append(" is ").append(value));
    return text.toString();
  }

  private static String attribute(CompiledDevice device, String name) {
    DeviceAttribute attribute = device.attributes().get(name);
    String own = device.id().driver() + "/";
    if (attribute == null && name.startsWith(own)) {
      attribute = device.attributes().get(name.substring(own.length()));
    }
    return attribute == null ? "missing" : text(attribute);
  }

  private static String text(DeviceAttribute attribute) {
    if (attribute.getString() != null) {
      return '"' + attribute.getString() + '"';
    }
    if (attribute.getInt() != null) {
      return attribute.getInt().toString();
    }
    if (attribute.getBool() != null) {
      return attribute.getBool().toString();
    }
    if (attribute.getVersion() != null) {
      return "version " + attribute.getVersion();
    }
    if (!attribute.getInts().isEmpty()) {
      return attribute.getInts().toString();
    }
    if (!attribute.getBools().isEmpty()) {
      return attribute.getBools().toString();
    }
    return attribute.getStrings().isEmpty()
        ? attribute.getVersions().toString()
        : attribute.getStrings().toString();
  }

  private static String capacity(CompiledDevice device, String name) {
    CapacityModel capacity = device.capacities().get(name);
    String own = device.id().driver() + "/";
    if (capacity == null && name.startsWith(own)) {
      capacity = device.capacities().get(name.substring(own.length()));
    }
    return capacity == null ? "missing" : capacity.total().toString();
  }
}
