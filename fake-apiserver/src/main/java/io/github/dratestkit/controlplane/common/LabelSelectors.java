package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a label selector chooses an object. None chooses nothing, an empty one everything. */
public final class LabelSelectors {

  private LabelSelectors() {}

  /** Says whether {@code selector} chooses {@code object}. */
  public static boolean matches(@Nullable LabelSelector selector, HasMetadata object) {
    return selector != null && matches(selector, labelsOf(object));
  }

  /** Returns the labels of an object. */
  public static Map<String, String> labelsOf(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** Returns a selector as programs in Go print it, which is how events of Kubernetes show it. */
  public static String inGo(@Nullable LabelSelector selector) {
    if (selector == null) {
      return "nil";
    }
    Map<String, String> labels =
        selector.getMatchLabels() == null ? Map.of() : selector.getMatchLabels();
    String pairs =
        new TreeMap<>(labels)
            .entrySet().stream()
                .map(label -> label.getKey() + ": " + label.getValue() + ",")
                .collect(Collectors.joining());
    String expressions =
        selector.getMatchExpressions().stream()
            .map(
                requirement ->
                    "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                            requirement.getKey(),
                            requirement.getOperator(),
                            String.join(" ", requirement.getValues())))
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
        .formatted(pairs, expressions);
  }

  private static boolean matches(LabelSelector selector, Map<String, String> labels) {
    Map<String, String> wanted = selector.getMatchLabels();
    return (wanted == null || labels.entrySet().containsAll(wanted.entrySet()))
        && selector.getMatchExpressions().stream()
            .allMatch(requirement -> matches(requirement, labels));
  }

  private static boolean matches(LabelSelectorRequirement requirement, Map<String, String> labels) {
    String value = labels.get(requirement.getKey());
    return switch (requirement.getOperator()) {
      case "In" -> value != null && requirement.getValues().contains(value);
      case "NotIn" -> value == null || !requirement.getValues().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
