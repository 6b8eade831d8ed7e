package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.References;
import io.github.dratestkit.apiserver.registry.kinds.warnings.KindWarnings;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Ingresses (pkg/apis/networking/validation/validation.go, 1.37). */
final class IngressStrategy implements CountedSpec {

  private static final String CLASS = "kubernetes.io/ingress.class";
  private static final List<String> PATH_TYPES =
      List.of("Exact", "ImplementationSpecific", "Prefix");
  private static final Pattern BAD_PATH = Pattern.compile("//|/\\./|/\\.\\./|%2f|%2F|/\\.\\.?$");

  @Override
  public List<String> warnings(ObjectNode object, WriteContext context) {
    return KindWarnings.ingress(object);
  }

  @Override
  public boolean keepsMetadataOnStatusUpdate() {
    return false;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field ingress = Field.of(object, errors);
    spec(ingress.at("spec"));
    Field annotation = ingress.at("metadata", "annotations").at(CLASS);
    Field name = ingress.at("spec", "ingressClassName");
    if (annotation.isSet() && name.isSet() && !annotation.text().equals(name.text())) {
      annotation
          .named("annotations." + CLASS)
          .invalid("must match `ingressClassName` when both are specified");
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    spec(Field.of(object, errors).at("spec"));
    return errors;
  }

  private static void spec(Field spec) {
    Field backend = spec.at("defaultBackend");
    if (spec.at("rules").isEmpty() && !backend.isSet()) {
      spec.invalid("either `defaultBackend` or `rules` must be specified");
    }
    if (backend.isSet()) {
      backend(backend);
    }
    spec.at("rules").items().forEach(IngressStrategy::rule);
    for (Field secured : spec.at("tls").items()) {
      secured.at("hosts").items().forEach(Hosts::check);
      if (!secured.at("secretName").isEmpty()) {
        Formats.dnsSubdomain(secured.at("secretName"));
      }
    }
    if (spec.has("ingressClassName")) {
      Formats.dnsSubdomain(spec.at("ingressClassName"));
    }
  }

  private static void rule(Field rule) {
    Field host = rule.at("host");
    if (!host.isEmpty()) {
      Hosts.noAddress(host);
      Hosts.check(host);
    }
    if (rule.has("http")) {
      rule.at("http", "paths").isThere();
      rule.at("http", "paths").items().forEach(IngressStrategy::path);
    }
  }

  private static void path(Field entry) {
    Field type = entry.at("pathType");
    if (!type.isSet()) {
      type.required("pathType must be specified");
      return;
    }
    Field path = entry.at("path");
    switch (type.text()) {
      case "Exact", "Prefix" -> {
        if (!path.text().startsWith("/")) {
          path.invalid("must be an absolute path");
        }
        if (BAD_PATH.matcher(path.text()).find()) {
          path.invalid("must not contain '//', '/./', '/../' or '%2f', nor end in '/.' or '/..'");
        }
      }
      case "ImplementationSpecific" -> {
        if (!path.isEmpty() && !path.text().startsWith("/")) {
          path.invalid("must be an absolute path");
        }
      }
      default -> type.notSupported(PATH_TYPES);
    }
    backend(entry.at("backend"));
  }

  private static void backend(Field backend) {
    Field resource = backend.at("resource");
    Field service = backend.at("service");
    if (resource.isSet() && service.isSet()) {
      backend.invalid("cannot set both resource and service backends");
    } else if (resource.isSet()) {
      References.typed(resource);
    } else if (service.isSet()) {
      service(service, backend);
    } else {
      backend.invalid("resource or service backend is required");
    }
  }

  private static void service(Field service, Field backend) {
    Field name = service.at("name");
    if (name.isThere()) {
      name.invalid(NameRule.DNS_LABEL.problem(name.text()));
    }
    Field portName = service.at("port", "name");
    Field number = service.at("port", "number");
    if (!portName.isEmpty() && number.number() != 0) {
      backend.invalid("cannot set both port name & port number");
    } else if (!portName.isEmpty()) {
      Formats.portName(portName);
    } else if (number.number() != 0) {
      Formats.portNumber(number);
    } else {
      backend.required("port name or number is required");
    }
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    String balancer = "loadBalancer";
    List<String> before =
        Field.of(old, errors).at("status", balancer).at("ingress").items().stream()
            .map(address -> address.at("ip").text())
            .toList();
    Field addresses = Field.of(object, errors).at("status", balancer).at("ingress");
    for (Field address : addresses.items()) {
      if (!address.at("ip").isEmpty()) {
        Addresses.address(address.at("ip"), before);
      }
      Hosts.name(address.at("hostname"));
    }
    return errors;
  }
}
