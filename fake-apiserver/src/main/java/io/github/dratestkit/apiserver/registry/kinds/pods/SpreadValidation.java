package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import java.util.List;

/** How pods spread (validateTopologySpreadConstraints, core validation, 1.37). */
final class SpreadValidation {

  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final List<String> NODES = List.of("Honor", "Ignore");

  private SpreadValidation() {}

  static void check(Field constraints) {
    List<Field> all = constraints.items();
    for (int i = 0; i < all.size(); i++) {
      Field constraint = all.get(i);
      constraint.at("maxSkew").positive();
      constraint.at("topologyKey").isThere();
      constraint.at("whenUnsatisfiable").oneOf(ACTIONS);
      if (all.subList(i + 1, all.size()).stream().anyMatch(other -> same(constraint, other))) {
        constraint.at("{topologyKey, whenUnsatisfiable}").duplicate();
      }
      Field domains = constraint.at("minDomains");
      if (domains.isSet()) {
        domains.positive();
        if (!constraint.at("whenUnsatisfiable").text().equals("DoNotSchedule")) {
          domains.invalid("can only use minDomains if whenUnsatisfiable=DoNotSchedule");
        }
      }
      constraint.at("nodeAffinityPolicy").oneOfIfSet(NODES);
      constraint.at("nodeTaintsPolicy").oneOfIfSet(NODES);
      AffinityValidation.labelKeys(constraint);
      SelectorValidation.check(constraint.at("labelSelector"));
    }
  }

  private static boolean same(Field one, Field other) {
    return one.at("topologyKey").text().equals(other.at("topologyKey").text())
        && one.at("whenUnsatisfiable").text().equals(other.at("whenUnsatisfiable").text());
  }
}
