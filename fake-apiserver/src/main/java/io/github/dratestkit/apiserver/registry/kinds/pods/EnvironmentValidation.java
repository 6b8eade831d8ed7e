package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import java.util.List;

/** The environment of a container (ValidateEnv and ValidateEnvFrom, core validation, 1.37). */
final class EnvironmentValidation {

  private static final List<String> SOURCES =
      List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");
  private static final List<String> WHOLE_SOURCES = List.of("configMapRef", "secretRef");
  private static final String ONE = "may not have more than one field specified at a time";

  private EnvironmentValidation() {}

  static void check(Field container) {
    for (Field variable : container.at("env").items()) {
      if (variable.at("name").isThere()) {
        Formats.variable(variable.at("name"));
      }
      if (variable.has("valueFrom")) {
        valueFrom(variable.at("valueFrom"), variable.at("value"));
      }
    }
    Field all = container.at("envFrom");
    for (Field source : all.items()) {
      if (!source.at("prefix").isEmpty()) {
        Formats.variable(source.at("prefix"));
      }
      WHOLE_SOURCES.stream()
          .filter(source::has)
          .forEach(kind -> Formats.name(source.at(kind, "name")));
      long sources = WHOLE_SOURCES.stream().filter(source::has).count();
      if (sources == 0) {
        all.invalid("must specify one of: `configMapRef` or `secretRef`");
      } else if (sources > 1) {
        all.invalid(ONE);
      }
    }
  }

  private static void valueFrom(Field from, Field value) {
    long sources = SOURCES.stream().filter(from::has).count();
    if (from.has("fieldRef")) {
      FieldReferences.object(from.at("fieldRef"), FieldReferences.IN_ENVIRONMENT);
    }
    if (from.has("resourceFieldRef")) {
      FieldReferences.resource(from.at("resourceFieldRef"));
    }
    for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
      if (from.has(kind)) {
        Formats.dnsSubdomain(from.at(kind, "name"));
        if (from.at(kind, "key").isThere()) {
          Formats.dataKey(from.at(kind, "key"));
        }
      }
    }
    if (from.has("fileKeyRef")) {
      file(from.at("fileKeyRef"));
    }
    if (sources == 0) {
      from.invalid("must specify one of: " + SOURCES);
    } else if (!value.isEmpty()) {
      from.invalid("may not be specified when `value` is not empty");
    } else if (sources > 1) {
      from.invalid(ONE);
    }
  }

  private static void file(Field reference) {
    if (reference.at("key").isThere()) {
      Formats.variable(reference.at("key"));
    }
    if (reference.at("volumeName").isThere()) {
      Formats.dnsLabel(reference.at("volumeName"));
    }
    if (reference.at("path").isThere()) {
      Paths.noBacksteps(reference.at("path"));
    }
  }

  /** Files of the environment stand in volumes of the pod that are empty at first. */
  static void fileVolumes(Field container, Field volumes) {
    for (Field variable : container.at("env").items()) {
      Field reference = variable.at("valueFrom", "fileKeyRef");
      if (!reference.isSet()) {
        continue;
      }
      Field name = reference.at("volumeName");
      List<Field> named =
          volumes.items().stream()
              .filter(volume -> volume.at("name").text().equals(name.text()))
              .toList();
      if (named.isEmpty()) {
        name.notFound();
      } else if (!named.get(named.size() - 1).has("emptyDir")) {
        name.invalid("referenced volume must be of type emptyDir");
      }
    }
  }
}
