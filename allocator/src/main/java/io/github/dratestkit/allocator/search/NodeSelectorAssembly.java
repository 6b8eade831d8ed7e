package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.github.dratestkit.allocator.inventory.CompiledDevice;
import io.github.dratestkit.allocator.inventory.NodeSelection;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out on which nodes an allocation can be used: where every chosen device can be reached
 * (semantics §4.12).
 */
final class NodeSelectorAssembly {

  private final AllocatorVariant variant;
  private final String nodeName;
  private final List<NodeSelectorRequirement> fields = new ArrayList<>();
  private final List<NodeSelectorRequirement> expressions = new ArrayList<>();

  /**
   * @param nodeName the node that is being tried
   */
  NodeSelectorAssembly(AllocatorVariant variant, String nodeName) {
    this.variant = variant;
    this.nodeName = nodeName;
  }

  /**
   * Returns the selector for the devices of one claim, or null if every node will do.
   *
   * @throws FatalProblem if a device's selector has several terms, which cannot be combined
   */
  @Nullable NodeSelector assemble(List<CompiledDevice> devices) {
    for (CompiledDevice device : devices) {
      NodeSelection selection =
          device.slice().selectsNodePerDevice() ? device.selection() : device.slice().selection();
      String named = selection.nodeName();
      if (variant == AllocatorVariant.STABLE && named != null) {
        return only(named);
      }
      if (variant != AllocatorVariant.STABLE && (named != null || device.bindsToNode())) {
        return only(nodeName);
      }
      if (selection.selector() != null) {
        add(selection.selector(), device);
      }
    }
    if (fields.isEmpty() && expressions.isEmpty()) {
      return null;
    }
    return new NodeSelector(List.of(new NodeSelectorTerm(expressions, fields)));
  }

  private static NodeSelector only(String name) {
    NodeSelectorRequirement named =
        new NodeSelectorRequirement("metadata.name", "In", List.of(name));
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(named))));
  }

  private void add(NodeSelector selector, CompiledDevice device) {
    List<NodeSelectorTerm> terms = selector.getNodeSelectorTerms();
    if (terms.size() > 1) {
      throw new FatalProblem(
          "node selector of device "
              + device
              + " has "
              + terms.size()
              + " terms, only one can be combined with those of other devices");
    }
    for (NodeSelectorTerm term : terms) {
      term.getMatchFields().forEach(requirement -> addOnce(requirement, fields));
      term.getMatchExpressions().forEach(requirement -> addOnce(requirement, expressions));
    }
  }

  /** The order of the values makes no difference. */
  private static void addOnce(NodeSelectorRequirement added, List<NodeSelectorRequirement> to) {
    Set<String> values = new HashSet<>(added.getValues());
    for (NodeSelectorRequirement known : to) {
      if (known.getKey().equals(added.getKey())
          && known.getOperator().equals(added.getOperator())
          && values.equals(new HashSet<>(known.getValues()))) {
        return;
      }
    }
    to.add(added);
  }
}
