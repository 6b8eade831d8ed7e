package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.ConfigurationRules.Size;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a driver says about a device of a claim. */
final class DeviceStatusRules {

  private static final int CONDITIONS_LIMIT = 8;
  private static final int INTERFACE_NAME_LIMIT = 256;
  private static final int HARDWARE_ADDRESS_LIMIT = 128;
  private static final int ADDRESSES_LIMIT = 16;

  private DeviceStatusRules() {}

  static void check(
      JsonNode device, Set<AllocatedDevice> allocated, String path, Findings findings) {
    Formats.driver(Tree.text(device, "driver"), path + ".driver", findings);
    Formats.pool(Tree.text(device, "pool"), path + ".pool", findings);
    Formats.dnsLabel(Tree.text(device, "device"), path + ".device", findings);
    if (Tree.has(device, "shareID")) {
      Formats.uuid(Tree.text(device, "shareID"), path + ".shareID", findings.alsoDeclared());
    }
    AllocatedDevice key = AllocatedDevice.of(device);
    if (!allocated.contains(key)) {
      findings.invalid(path, key, "must be a device of the claim's allocation");
    }
    ConditionRules.check(device, CONDITIONS_LIMIT, path, findings);
    if (!device.path("data").isMissingNode()) {
      ConfigurationRules.parameters(device.path("data"), Size.LIMITED, path + ".data", findings);
    }
    if (Tree.has(device, "networkData")) {
      network(device.path("networkData"), path + ".networkData", findings);
    }
  }

  private static void network(JsonNode data, String path, Findings findings) {
    Findings declared = findings.alsoDeclared();
    limit(data, "interfaceName", INTERFACE_NAME_LIMIT, path, declared);
    limit(data, "hardwareAddress", HARDWARE_ADDRESS_LIMIT, path, declared);
    List<JsonNode> addresses = Tree.items(data, "ips");
    String at = path + ".ips";
    if (Lists.fits(addresses, ADDRESSES_LIMIT, at, declared)) {
      Lists.TextCheck address = InterfaceAddress::check;
      Lists.each(addresses, at, address.ofItems(), findings);
      Lists.unique(addresses, at, item -> item.asString(""), declared);
    }
  }

  private static void limit(
      JsonNode owner, String field, int bytes, String path, Findings findings) {
    if (Formats.bytes(Tree.text(owner, field)) > bytes) {
      findings.add(FieldError.tooLong(Path.child(path, field), bytes));
    }
  }
}
