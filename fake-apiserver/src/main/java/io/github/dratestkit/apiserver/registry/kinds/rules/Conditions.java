package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Conditions of the common form (ValidateConditions, apimachinery, 1.37). */
public final class Conditions {

  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final int LONGEST_REASON = 1 << 10;
  private static final int LONGEST_MESSAGE = 32 << 10;

  private Conditions() {}

  public static void check(Field conditions) {
    Set<String> types = new HashSet<>();
    for (Field condition : conditions.items()) {
      Field type = condition.at("type");
      if (!types.add(type.text())) {
        condition.duplicate();
      }
      if (type.isThere()) {
        Formats.qualifiedName(type);
      }
      condition.at("status").requiredOneOf(STATUSES);
      condition.at("observedGeneration").notNegative();
      condition.at("lastTransitionTime").isThere();
      Field reason = condition.at("reason");
      if (reason.isThere()) {
        if (!REASON.matcher(reason.text()).matches()) {
          reason.invalid("a condition reason starts with a letter and has letters, digits and _,:");
        }
        if (reason.text().length() > LONGEST_REASON) {
          reason.tooLong(LONGEST_REASON);
        }
      }
      if (condition.at("message").text().length() > LONGEST_MESSAGE) {
        condition.at("message").tooLong(LONGEST_MESSAGE);
      }
    }
  }
}
