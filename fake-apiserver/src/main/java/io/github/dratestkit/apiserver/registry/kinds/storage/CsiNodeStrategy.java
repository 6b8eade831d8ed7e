package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The storage drivers of nodes (pkg/apis/storage/validation/validation.go, 1.37). */
final class CsiNodeStrategy implements Strategy {

  private static final int LONGEST_ID = 256;

  @Override
  public boolean allowsUnconditionalUpdate(String requestVersion) {
    return false;
  }

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    object.remove("status");
  }

  @Override
  public List<FieldError> validateCreate(ObjectNode object, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Field driver : Field.of(object, errors).at("spec", "drivers").items()) {
      VolumeSources.driver(driver.at("name"));
      Field id = driver.at("nodeID");
      id.isThere();
      if (id.text().length() > LONGEST_ID) {
        id.invalid("must be 256 characters or less");
      }
      driver.at("allocatable", "count").notNegative();
      if (!names.add(driver.at("name").text())) {
        driver.at("name").duplicate();
      }
      topologyKeys(driver);
    }
    return errors;
  }

  private static void topologyKeys(Field driver) {
    Set<String> keys = new HashSet<>();
    for (Field item : driver.at("topologyKeys").items()) {
      Field key = item.named(driver.path());
      if (key.isEmpty()) {
        key.required("");
      }
      if (!keys.add(key.text())) {
        key.duplicate();
      }
      Formats.qualifiedName(key);
    }
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = validateCreate(object, context);
    Field drivers = Field.of(object, errors).at("spec", "drivers");
    for (JsonNode before : old.path("spec").path("drivers")) {
      for (Field driver : drivers.items()) {
        boolean same = driver.at("name").value().equals(before.path("name"));
        if (same && !withoutCount(driver.value()).equals(withoutCount(before))) {
          driver.named(drivers.path()).invalid("field is immutable");
        }
      }
    }
    return errors;
  }

  // How many volumes a node can have may change.
  private static JsonNode withoutCount(JsonNode driver) {
    ObjectNode copy = ((ObjectNode) driver).deepCopy();
    copy.remove("allocatable");
    return copy;
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
