package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.MetadataRules;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.TolerationValidation;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Classes of runtimes (pkg/apis/node/validation/validation.go, 1.37). */
final class RuntimeClassStrategy implements Strategy {

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public boolean allowsCreateOnUpdate() {
    return true;
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field runtime = Field.of(object, errors);
    if (runtime.at("handler").isThere()) {
      Formats.dnsLabel(runtime.at("handler"));
    }
    Field overhead = runtime.at("overhead");
    ResourceValidation.overhead(overhead.at("podFixed").named(overhead.path()));
    Field scheduling = runtime.at("scheduling");
    errors.addAll(
        MetadataRules.labels(
            scheduling.at("nodeSelector").value(), scheduling.path() + ".nodeSelector"));
    tolerations(scheduling.at("tolerations"), context);
    return errors;
  }

  private static void tolerations(Field tolerations, WriteContext context) {
    TolerationValidation.check(tolerations, context.features());
    Set<List<String>> seen = new HashSet<>();
    for (Field toleration : tolerations.items()) {
      List<String> key =
          List.of("key", "operator", "value", "effect").stream()
              .map(field -> toleration.at(field).text())
              .toList();
      if (!seen.add(key)) {
        toleration.duplicate();
      }
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Immutable.check(Field.of(object, errors), old, "handler");
    return errors;
  }
}
