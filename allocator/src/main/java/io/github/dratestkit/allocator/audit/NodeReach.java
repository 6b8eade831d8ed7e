package io.github.dratestkit.allocator.audit;

import com.google.common.base.Strings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a node can reach slices and devices. */
final class NodeReach {

  private final String node;
  private final Map<String, String> labels;

  NodeReach(Node node) {
    ObjectMeta metadata = node.getMetadata() == null ? new ObjectMeta() : node.getMetadata();
    this.node = Strings.nullToEmpty(metadata.getName());
    this.labels = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
  }

  boolean reaches(ResourceSlice slice) {
    ResourceSliceSpec spec = slice.getSpec();
    boolean whole =
        isSet(spec.getNodeName())
            || Boolean.TRUE.equals(spec.getAllNodes())
            || spec.getNodeSelector() != null;
    if (whole) {
      return matches(spec.getNodeName(), spec.getAllNodes(), spec.getNodeSelector());
    }
    return Boolean.TRUE.equals(spec.getPerDeviceNodeSelection())
        && spec.getDevices().stream().anyMatch(this::reaches);
  }

  boolean reaches(Published published) {
    return !Boolean.TRUE.equals(published.slice().getSpec().getPerDeviceNodeSelection())
        || reaches(published.device());
  }

  private boolean reaches(Device device) {
    return matches(device.getNodeName(), device.getAllNodes(), device.getNodeSelector());
  }

  /** Says whether the device binds an allocation to the one node that is tried. */
  static boolean isLocal(Published published) {
    if (Boolean.TRUE.equals(published.device().getBindsToNode())) {
      return true;
    }
    ResourceSliceSpec spec = published.slice().getSpec();
    return Boolean.TRUE.equals(spec.getPerDeviceNodeSelection())
        ? published.device().getNodeName() != null
        : spec.getNodeName() != null;
  }

  /** Says whether only nodes that a selector selects can reach the device. */
  static boolean isSelective(Published published) {
    ResourceSliceSpec spec = published.slice().getSpec();
    return Boolean.TRUE.equals(spec.getPerDeviceNodeSelection())
        ? published.device().getNodeSelector() != null
        : spec.getNodeSelector() != null;
  }

  private boolean matches(
      @Nullable String name, @Nullable Boolean all, @Nullable NodeSelector selector) {
    if (isSet(name)) {
      return node.equals(name);
    }
    return Boolean.TRUE.equals(all) || (selector != null && matches(selector));
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  boolean matches(NodeSelector selector) {
    return selector.getNodeSelectorTerms().stream().anyMatch(this::matches);
  }

  private boolean matches(NodeSelectorTerm term) {
    boolean empty = term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
    return !empty
        && term.getMatchExpressions().stream().allMatch(one -> matches(one, labelOf(one)))
        && term.getMatchFields().stream().allMatch(one -> matches(one, node));
  }

  private @Nullable String labelOf(NodeSelectorRequirement requirement) {
    return requirement.getKey() == null ? null : labels.get(requirement.getKey());
  }

  private static boolean matches(NodeSelectorRequirement requirement, @Nullable String actual) {
    boolean listed = actual != null && requirement.getValues().contains(actual);
    return switch (Strings.nullToEmpty(requirement.getOperator())) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> actual != null;
      case "DoesNotExist" -> actual == null;
      case "Gt" -> actual != null && compare(actual, requirement) > 0;
      case "Lt" -> actual != null && compare(actual, requirement) < 0;
      default -> false;
    };
  }

  private static int compare(String actual, NodeSelectorRequirement requirement) {
    try {
      return Long.compare(Long.parseLong(actual), Long.parseLong(requirement.getValues().get(0)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
