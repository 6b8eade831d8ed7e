package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import io.github.dratestkit.apiserver.registry.kinds.rules.DomainPath;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.References;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Classes of ingresses (pkg/apis/networking/validation/validation.go, 1.37). */
final class IngressClassStrategy implements CountedSpec {

  private static final int LONGEST_CONTROLLER = 250;

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    if (object.path("spec").get("parameters") instanceof ObjectNode parameters) {
      Absent.textIfAbsent(parameters, "scope", "Cluster");
    }
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field spec = Field.of(object, errors).at("spec");
    Field controller = spec.at("controller");
    if (controller.text().length() > LONGEST_CONTROLLER) {
      controller.tooLong(LONGEST_CONTROLLER);
    }
    DomainPath.check(controller);
    if (spec.has("parameters")) {
      parameters(spec.at("parameters"));
    }
    return errors;
  }

  private static void parameters(Field parameters) {
    References.typed(parameters);
    Field namespace = parameters.at("namespace");
    Field scope = parameters.at("scope");
    scope.oneOf(List.of("Cluster", "Namespace"));
    if (scope.text().equals("Namespace")) {
      if (namespace.isSet()) {
        Formats.dnsLabel(namespace);
      } else {
        namespace.required("`parameters.scope` is set to 'Namespace'");
      }
    } else if (scope.text().equals("Cluster") && namespace.isSet()) {
      namespace.forbidden("`parameters.scope` is set to 'Cluster'");
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Immutable.check(Field.of(object, errors).at("spec"), old.path("spec"), "controller");
    errors.addAll(validateCreate(object, context));
    return errors;
  }
}
