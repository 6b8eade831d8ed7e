package io.github.dratestkit.apiserver.registry.kinds.network;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Ranges of addresses of services: one, or one of each family. A range stays, but a second one may
 * come (pkg/apis/networking/validation and pkg/registry/networking/servicecidr, 1.37).
 */
final class ServiceRangeStrategy implements Strategy {

  private static final String RANGES = "cidrs";
  private static final String STATUS = "status";
  private static final String IMMUTABLE = "field is immutable";

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
    check(Field.of(object, errors).at("spec", RANGES));
    return errors;
  }

  @Override
  public List<FieldError> validateUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    List<FieldError> errors = new ArrayList<>();
    Field ranges = Field.of(object, errors).at("spec", RANGES);
    JsonNode before = old.path("spec").path(RANGES);
    boolean joined = before.size() == 1 && ranges.value().size() == 2;
    if (!joined && before.size() != ranges.value().size()) {
      ranges.invalid(IMMUTABLE);
      return errors;
    }
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).asString("").equals(ranges.item(i).text())) {
        ranges.item(i).invalid(IMMUTABLE);
      }
    }
    if (joined) {
      check(ranges);
    }
    return errors;
  }

  private static void check(Field ranges) {
    if (ranges.isEmpty()) {
      ranges.required("at least one CIDR required");
      return;
    }
    if (ranges.value().size() > 2) {
      ranges.invalid("may only hold up to 2 values");
      return;
    }
    for (Field range : ranges.items()) {
      if (!Addresses.isRange(range.text())) {
        range.invalid("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
      }
    }
    boolean known = ranges.texts().stream().allMatch(Addresses::isRange);
    if (known
        && ranges.value().size() == 2
        && isSix(ranges.item(0).text()) == isSix(ranges.item(1).text())) {
      ranges.invalid("may specify no more than one IP for each IP family");
    }
  }

  private static boolean isSix(String range) {
    return range.indexOf(':') >= 0;
  }
}
