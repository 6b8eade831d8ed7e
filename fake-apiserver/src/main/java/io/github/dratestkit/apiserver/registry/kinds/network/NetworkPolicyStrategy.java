package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Network policies: what they are about follows from what they say. */
final class NetworkPolicyStrategy implements CountedSpec {

  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");
  private static final List<String> TYPES = List.of("Ingress", "Egress");
  private static final List<String> PEERS = List.of("podSelector", "namespaceSelector", "ipBlock");

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    for (String direction : List.of("ingress", "egress")) {
      for (JsonNode rule : spec.path(direction)) {
        rule.path("ports")
            .forEach(port -> Absent.textIfAbsent((ObjectNode) port, "protocol", "TCP"));
      }
    }
    if (spec.path("policyTypes").isEmpty()) {
      ArrayNode types = spec.putArray("policyTypes").add("Ingress");
      if (!spec.path("egress").isEmpty()) {
        types.add("Egress");
      }
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    return check(object, List.of());
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<String> before = new ArrayList<>();
    Field spec = Field.of(old, new ArrayList<>()).at("spec");
    for (Field rule : spec.at("ingress").items()) {
      rule.at("from").items().forEach(peer -> ranges(peer.at("ipBlock"), before));
    }
    for (Field rule : spec.at("egress").items()) {
      rule.at("to").items().forEach(peer -> ranges(peer.at("ipBlock"), before));
    }
    return check(object, before);
  }

  private static void ranges(Field block, List<String> found) {
    if (block.isSet()) {
      found.add(block.at("cidr").text());
      found.addAll(block.at("except").texts());
    }
  }

  private static List<FieldError> check(ObjectNode object, List<String> before) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    SelectorValidation.check(spec.at("podSelector"));
    rules(spec.at("ingress"), "from", before);
    rules(spec.at("egress"), "to", before);
    Field types = spec.at("policyTypes");
    if (types.value().size() > TYPES.size()) {
      types.invalid("may not specify more than two policyTypes");
    } else {
      types.items().forEach(type -> type.oneOf(TYPES));
    }
    return errors;
  }

  private static void rules(Field rules, String peers, List<String> before) {
    for (Field rule : rules.items()) {
      rule.at("ports").items().forEach(NetworkPolicyStrategy::port);
      rule.at(peers).items().forEach(peer -> peer(peer, before));
    }
  }

  private static void port(Field port) {
    port.at("protocol").oneOfIfSet(PROTOCOLS);
    Field number = port.at("port");
    Field end = port.at("endPort");
    if (!number.isSet()) {
      if (end.isSet()) {
        end.invalid("may not be specified when `port` is not specified");
      }
      return;
    }
    boolean named = number.value().isString();
    if (end.isSet()) {
      if (named) {
        end.invalid("may not be specified when `port` is non-numeric");
      } else {
        if (end.number() < number.number()) {
          end.invalid("must be greater than or equal to `port`");
        }
        Formats.portNumber(end);
      }
    }
    Formats.port(number);
  }

  private static void peer(Field peer, List<String> before) {
    SelectorValidation.check(peer.at("podSelector"));
    SelectorValidation.check(peer.at("namespaceSelector"));
    if (peer.has("ipBlock")) {
      block(peer.at("ipBlock"), before);
    }
    long peers = PEERS.stream().filter(peer::has).count();
    if (peers == 0) {
      peer.required("must specify a peer");
    } else if (peers > 1 && peer.has("ipBlock")) {
      peer.forbidden("may not specify both ipBlock and another peer");
    }
  }

  private static void block(Field block, List<String> before) {
    Field whole = block.at("cidr");
    if (!whole.isThere()) {
      return;
    }
    Addresses.range(whole, before);
    if (AddressRange.parse(whole.text()).isEmpty()) {
      return;
    }
    AddressRange range = AddressRange.parse(whole.text()).get();
    for (Field except : block.at("except").items()) {
      Addresses.range(except, before);
      AddressRange.parse(except.text())
          .filter(part -> !range.strictlyContains(part))
          .ifPresent(part -> except.invalid("must be a strict subset of `cidr`"));
    }
  }
}
