package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceDerivedAttribute;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the devices of a claim satisfy its constraints. */
final class ConstraintAudit {

  private final Expressions expressions;
  private final boolean lists;

  ConstraintAudit(Expressions expressions, boolean lists) {
    this.expressions = expressions;
    this.lists = lists;
  }

  /** Returns what is wrong, or null. */
  @Nullable String check(DeviceConstraint constraint, List<Chosen> ofClaim) {
    List<Set<Object>> values = new ArrayList<>();
    String attribute =
        constraint.getMatchAttribute() == null
            ? constraint.getDistinctAttribute()
            : constraint.getMatchAttribute();
    if (attribute == null) {
      return "it names no attribute";
    }
    for (Chosen chosen : ofClaim) {
      if (constraint.getRequests().isEmpty()
          || chosen.asked().isNamedIn(constraint.getRequests())) {
        DeviceAttribute value = valueOf(chosen, attribute);
        if (value == null) {
          return chosen.subject() + " has no attribute " + attribute;
        }
        values.add(elements(value));
      }
    }
    return constraint.getMatchAttribute() == null
        ? checkDistinct(attribute, values)
        : checkMatch(attribute, values);
  }

  private @Nullable String checkMatch(String attribute, List<Set<Object>> values) {
    if (values.size() < 2 && !lists) {
      return null;
    }
    Set<Object> common = values.isEmpty() ? Set.of() : new HashSet<>(values.get(0));
    values.forEach(common::retainAll);
    return values.isEmpty() || !common.isEmpty() ? null : "values of " + attribute + " differ";
  }

  private static @Nullable String checkDistinct(String attribute, List<Set<Object>> values) {
    Set<Object> seen = new HashSet<>();
    for (Set<Object> elements : values) {
      for (Object element : elements) {
        if (!seen.add(element)) {
          return "two devices have " + element + " as " + attribute;
        }
      }
    }
    return null;
  }

  private @Nullable DeviceAttribute valueOf(Chosen chosen, String attribute) {
    Published published = chosen.published();
    for (DeviceDerivedAttribute derived : chosen.asked().derived()) {
      if (attribute.equals(Strings.nullToEmpty(derived.getName()))) {
        return expressions.derive(derived.getExpression(), published.driver(), published.device());
      }
    }
    Map<String, DeviceAttribute> attributes = published.device().getAttributes();
    if (attributes == null) {
      return null;
    }
    String own = published.driver() + "/";
    DeviceAttribute exact = attributes.get(attribute);
    return exact == null && attribute.startsWith(own)
        ? attributes.get(attribute.substring(own.length()))
        : exact;
  }

  /** Values of different types are different; lists are sets of values once lists are on. */
  private Set<Object> elements(DeviceAttribute attribute) {
    Set<Object> elements = new HashSet<>();
    if (lists) {
      elements.addAll(attribute.getInts());
      elements.addAll(attribute.getBools());
      elements.addAll(attribute.getStrings());
      attribute.getVersions().forEach(version -> elements.add(List.of(version)));
    }
    if (attribute.getInt() != null) {
      elements.add(attribute.getInt());
    }
    if (attribute.getBool() != null) {
      elements.add(attribute.getBool());
    }
    if (attribute.getString() != null) {
      elements.add(attribute.getString());
    }
    if (attribute.getVersion() != null) {
      elements.add(List.of(attribute.getVersion()));
    }
    return elements;
  }
}
