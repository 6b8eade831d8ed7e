package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node selector chooses a node. Terms are alternatives, an empty term chooses nothing.
 * Source: {@code component-helpers/scheduling/corev1/nodeaffinity}, 1.37.
 */
public final class NodeSelectors {

  private NodeSelectors() {}

  /** Says whether one of the terms of a selector chooses a node. */
  public static boolean matches(NodeSelector selector, Node node) {
    return selector.getNodeSelectorTerms().stream().anyMatch(term -> matches(term, node));
  }

  /**
   * Says whether a pod may come to a node by its node selector and its required node affinity
   * ({@code GetRequiredNodeAffinity}).
   */
  public static boolean admit(PodSpec spec, Node node) {
    Map<String, String> wanted = spec.getNodeSelector();
    if (wanted != null && !labelsOf(node).entrySet().containsAll(wanted.entrySet())) {
      return false;
    }
    NodeSelector required =
        spec.getAffinity() == null || spec.getAffinity().getNodeAffinity() == null
            ? null
            : spec.getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution();
    return required == null || matches(required, node);
  }

  /** Says whether a term chooses a node. */
  public static boolean matches(NodeSelectorTerm term, Node node) {
    List<NodeSelectorRequirement> labels = term.getMatchExpressions();
    List<NodeSelectorRequirement> fields = term.getMatchFields();
    if (labels.isEmpty() && fields.isEmpty()) {
      return false;
    }
    return labels.stream().allMatch(requirement -> matches(requirement, labelsOf(node)))
        && fields.stream().allMatch(requirement -> matchesField(requirement, node));
  }

  /** Says whether a slice, or some device of it, can be used on a node. */
  public static boolean reaches(ResourceSlice slice, Node node) {
    ResourceSliceSpec spec = slice.getSpec();
    return node.getMetadata().getName().equals(spec.getNodeName())
        || Boolean.TRUE.equals(spec.getAllNodes())
        || Boolean.TRUE.equals(spec.getPerDeviceNodeSelection())
        || (spec.getNodeSelector() != null && matches(spec.getNodeSelector(), node));
  }

  /** Returns the labels of a node. */
  public static Map<String, String> labelsOf(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static boolean matchesField(NodeSelectorRequirement requirement, Node node) {
    if (!"metadata.name".equals(requirement.getKey())) {
      return false;
    }
    boolean named = requirement.getValues().contains(node.getMetadata().getName());
    return switch (requirement.getOperator()) {
      case "In" -> named;
      case "NotIn" -> !named;
      default -> false;
    };
  }

  /** Says whether labels meet a requirement. */
  public static boolean matches(NodeSelectorRequirement requirement, Map<String, String> labels) {
    String value = labels.get(requirement.getKey());
    List<String> values = requirement.getValues();
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compare(value, values) > 0;
      case "Lt" -> compare(value, values) < 0;
      default -> false;
    };
  }

  private static int compare(@Nullable String value, List<String> values) {
    if (value == null || values.size() != 1) {
      return 0;
    }
    OptionalLong left = number(value);
    OptionalLong right = number(values.get(0));
    return left.isPresent() && right.isPresent()
        ? Long.compare(left.getAsLong(), right.getAsLong())
        : 0;
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException notANumber) {
      return OptionalLong.empty();
    }
  }
}
