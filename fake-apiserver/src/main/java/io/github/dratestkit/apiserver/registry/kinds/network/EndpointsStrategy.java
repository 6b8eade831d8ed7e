package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Semantic;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Endpoints (pkg/apis/core/validation/validation.go, 1.37). */
final class EndpointsStrategy implements Strategy {

  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    for (JsonNode subset : object.path("subsets")) {
      subset.path("ports").forEach(port -> Absent.text((ObjectNode) port, "protocol", "TCP"));
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    for (Field subset : Field.of(object, errors).at("subsets").items()) {
      if (subset.at("addresses").isEmpty() && subset.at("notReadyAddresses").isEmpty()) {
        subset.required("must specify `addresses` or `notReadyAddresses`");
      }
      for (String list : List.of("addresses", "notReadyAddresses")) {
        subset.at(list).items().forEach(EndpointsStrategy::address);
      }
      for (Field port : subset.at("ports").items()) {
        port(port, subset.at("ports").value().size() > 1);
      }
    }
    return errors;
  }

  private static void address(Field address) {
    Addresses.address(address.at("ip"), List.of());
    Addresses.endpoint(address.at("ip"));
    if (!address.at("hostname").isEmpty()) {
      Formats.dnsLabel(address.at("hostname"));
    }
    if (address.has("nodeName")) {
      Formats.dnsSubdomain(address.at("nodeName"));
    }
  }

  private static void port(Field port, boolean needsName) {
    Field name = port.at("name");
    if (!name.isEmpty()) {
      Formats.dnsLabel(name);
    } else if (needsName) {
      name.required("");
    }
    Formats.portNumber(port.at("port"));
    port.at("protocol").requiredOneOf(PROTOCOLS);
    if (port.has("appProtocol")) {
      Formats.qualifiedName(port.at("appProtocol"));
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    return Semantic.equal(object.path("subsets"), old.path("subsets"))
        ? List.of()
        : validateCreate(object, context);
  }
}
