package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Numbers of objects: plain, in percent, and in a status. */
public final class Counts {

  private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
  private static final int WHOLE = 100;

  private Counts() {}

  /** Wants no negative number in any of these fields. */
  public static void notNegative(Field object, String... fields) {
    for (String field : fields) {
      object.at(field).notNegative();
    }
  }

  /** A number that is not negative, or a percentage. */
  public static void numberOrPercent(Field field) {
    if (!field.value().isString()) {
      field.notNegative();
    } else if (!PERCENT.matcher(field.text()).matches()) {
      field.invalid("a valid percent string is a number followed by '%'");
    }
  }

  /** Returns the number, or the number before the percent sign; zero if it is neither. */
  public static long value(Field field) {
    if (!field.value().isString()) {
      return field.number();
    }
    String text = field.text();
    String digits = PERCENT.matcher(text).matches() ? text.substring(0, text.length() - 1) : text;
    return digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : 0;
  }

  public static void atMostAll(Field field) {
    if (PERCENT.matcher(field.text()).matches() && value(field) > WHOLE) {
      field.invalid("must not be greater than 100%");
    }
  }

  /** Checks a status in which some numbers are parts of others. */
  public static void status(Field status, Set<String> parts, List<String> others) {
    others.forEach(field -> status.at(field).notNegative());
    status.at("replicas").notNegative();
    for (String part : parts) {
      status.at(part).notNegative();
    }
    for (String part : parts) {
      if (status.at(part).number() > status.at("replicas").number()) {
        status.at(part).invalid("cannot be greater than status.replicas");
      }
    }
    if (status.at("availableReplicas").number() > status.at("readyReplicas").number()) {
      status.at("availableReplicas").invalid("cannot be greater than readyReplicas");
    }
  }

  /** A count of collisions never falls. */
  public static void collisions(Field status, Field before) {
    Field now = status.at("collisionCount");
    if (before.has("collisionCount") && now.number() < before.at("collisionCount").number()) {
      now.invalid("cannot be decremented");
    }
  }
}
