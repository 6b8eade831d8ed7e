package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedChanges;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Endpoint slices: any change counts, of labels too (pkg/apis/discovery/validation, 1.37). */
final class EndpointSliceStrategy implements CountedChanges {

  private static final List<String> TYPES = List.of("FQDN", "IPv4", "IPv6");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final int MOST_ENDPOINTS = 1_000;
  private static final int MOST_ADDRESSES = 100;
  private static final int MOST_PORTS = 20_000;
  private static final int MOST_LABELS = 16;
  private static final int MOST_HINTS = 8;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    for (JsonNode port : object.path("ports")) {
      Absent.textIfAbsent((ObjectNode) port, "name", "");
      Absent.textIfAbsent((ObjectNode) port, "protocol", "TCP");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedChanges.super.prepareForCreate(object, context);
    for (JsonNode endpoint : object.path("endpoints")) {
      ((ObjectNode) endpoint).remove("deprecatedTopology");
    }
  }

  @Override
  public boolean changes(ObjectNode object, ObjectNode old) {
    return Stream.of("addressType", "endpoints", "ports")
            .anyMatch(field -> !object.path(field).equals(old.path(field)))
        || !object.at("/metadata/labels").equals(old.at("/metadata/labels"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    for (JsonNode endpoint : object.path("endpoints")) {
      ((ObjectNode) endpoint).remove("deprecatedTopology");
    }
    CountedChanges.super.prepareForUpdate(object, old, context);
  }

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.endpointSlice(object);
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field slice = Field.of(object, errors);
    slice.at("addressType").requiredOneOf(TYPES);
    ports(slice.at("ports"));
    endpoints(slice.at("endpoints"), slice.at("addressType").text());
    return errors;
  }

  private static void ports(Field ports) {
    if (ports.value().size() > MOST_PORTS) {
      ports.tooMany(MOST_PORTS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (Field port : ports.items()) {
      Field name = port.at("name");
      if (!name.isEmpty()) {
        Formats.dnsLabel(name);
      }
      if (!names.add(name.text())) {
        name.duplicate();
      }
      port.at("protocol").oneOf(PROTOCOLS);
      if (port.has("appProtocol")) {
        Formats.qualifiedName(port.at("appProtocol"));
      }
    }
  }

  private static void endpoints(Field endpoints, String type) {
    if (endpoints.value().size() > MOST_ENDPOINTS) {
      endpoints.tooMany(MOST_ENDPOINTS);
      return;
    }
    for (Field endpoint : endpoints.items()) {
      Field addresses = endpoint.at("addresses");
      addresses.isThere();
      if (addresses.value().size() > MOST_ADDRESSES) {
        addresses.tooMany(MOST_ADDRESSES);
      }
      addresses.items().forEach(address -> address(address, addresses, type));
      if (endpoint.has("nodeName")) {
        Formats.dnsSubdomain(endpoint.at("nodeName"));
      }
      if (endpoint.at("deprecatedTopology").value().size() > MOST_LABELS) {
        endpoint.at("deprecatedTopology").tooMany(MOST_LABELS);
      }
      if (endpoint.has("hostname")) {
        Formats.dnsLabel(endpoint.at("hostname"));
      }
      hints(endpoint.at("hints", "forZones"), Formats::labelValue);
      if (endpoint.at("hints", "forZones").value().size() <= MOST_HINTS) {
        hints(endpoint.at("hints", "forNodes"), Formats::dnsSubdomain);
      }
    }
  }

  private static void address(Field address, Field all, String type) {
    if (type.equals("FQDN")) {
      fullName(address);
    } else if (type.equals("IPv4") || type.equals("IPv6")) {
      int before = address.errors().size();
      Addresses.address(address, List.of());
      if (type.equals("IPv6") && !Addresses.isCanonical(address.text())) {
        address.invalid("must be in canonical form");
      }
      if (address.errors().size() > before) {
        return;
      }
      if (Addresses.isSix(address.text()) != type.equals("IPv6")) {
        address.named(all.path()).invalid("must be an " + type + " address");
      }
      Addresses.endpoint(address);
    }
  }

  private static void fullName(Field name) {
    String text = name.text();
    String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    if (text.isEmpty()) {
      name.required("");
    } else if (NameRule.DNS_SUBDOMAIN.problem(bare).isPresent()) {
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(bare));
    } else if (bare.indexOf('.') < 0) {
      name.invalid("should be a domain with at least two segments separated by dots");
    }
  }

  private static void hints(Field hints, java.util.function.Consumer<Field> form) {
    if (hints.value().size() > MOST_HINTS) {
      hints.tooMany(MOST_HINTS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (Field hint : hints.items()) {
      Field name = hint.at("name");
      if (!names.add(name.text())) {
        name.duplicate();
      }
      form.accept(name);
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    if (object.path("endpoints").equals(old.path("endpoints"))) {
      errors.removeIf(error -> error.field().startsWith("endpoints"));
    }
    Immutable.check(Field.of(object, errors), old, "addressType");
    return errors;
  }
}
