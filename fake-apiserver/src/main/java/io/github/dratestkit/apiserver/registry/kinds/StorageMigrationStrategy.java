package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Conditions;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests to write the objects of a resource anew: what is asked for stays, and an end is an end
 * (pkg/apis/storagemigration/validation, 1.37).
 */
final class StorageMigrationStrategy implements Strategy {

  private static final String STATUS = "status";
  private static final String CONDITIONS = "conditions";
  private static final String VERSION = "resourceVersion";

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.putObject(STATUS);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    object.set(STATUS, old.path(STATUS).isObject() ? old.get(STATUS) : object.objectNode());
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field wanted = Field.of(object, errors).at("spec", "resource");
    Field resource = wanted.at("resource");
    if (resource.isThere()) {
      resource.invalid(NameRule.DNS_1035_LABEL.problem(resource.text()));
    }
    if (!wanted.at("group").isEmpty()) {
      Formats.dnsSubdomain(wanted.at("group"));
    }
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>(validateCreate(object, context));
    Immutable.check(Field.of(object, errors), old, "spec");
    return errors;
  }

  @Override
  public List<FieldError> validateStatusUpdate(
      ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field status = Field.of(object, errors).at(STATUS);
    Field version = status.at(VERSION);
    String before = old.path(STATUS).path(VERSION).asString("");
    if (!version.isEmpty() && !version.text().matches("0|[1-9][0-9]*")) {
      version.invalid("resource version is not well formed");
    }
    Conditions.check(status.at(CONDITIONS));
    if (!before.isEmpty() && !before.equals(version.text())) {
      version.invalid("field is immutable");
    }
    Field conditions = status.at(CONDITIONS);
    if (isTrue(object, "Succeeded") && isTrue(object, "Failed")) {
      conditions.invalid("Both success and failed conditions cannot be true at the same time");
    }
    for (String end : List.of("Succeeded", "Failed")) {
      if (isTrue(old, end) && !isTrue(object, end)) {
        conditions.invalid(end + " cannot be set to false once it is true");
      }
    }
    return errors;
  }

  private static boolean isTrue(JsonNode migration, String type) {
    for (JsonNode condition : migration.path(STATUS).path(CONDITIONS)) {
      if (condition.path("type").asString("").equals(type)) {
        return condition.path("status").asString("").equals("True");
      }
    }
    return false;
  }
}
