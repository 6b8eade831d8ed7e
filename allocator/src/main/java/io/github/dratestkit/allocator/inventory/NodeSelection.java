package io.github.dratestkit.allocator.inventory;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice or a device can be reached: one node by name, all nodes, or the nodes that a
 * selector matches. The first of these that is set decides.
 */
public final class NodeSelection {

  private final @Nullable String nodeName;
  private final boolean allNodes;
  private final @Nullable NodeSelector selector;
  private @Nullable NodeSelectorMatcher compiled;

  NodeSelection(
      @Nullable String nodeName, @Nullable Boolean allNodes, @Nullable NodeSelector selector) {
    this.nodeName = nodeName;
    this.allNodes = Boolean.TRUE.equals(allNodes);
    this.selector = selector;
  }

  /** Says whether anything that this version understands is set. */
  boolean isKnown() {
    return namesNode() || allNodes || selector != null;
  }

  /** Says whether one node is named. */
  boolean namesNode() {
    return nodeName != null && !nodeName.isEmpty();
  }

  /** Returns where an allocation can be used: everywhere if it has no selector. */
  public static NodeSelection ofAllocation(@Nullable NodeSelector selector) {
    return new NodeSelection(null, selector == null, selector);
  }

  /** Returns the node's name as it was published, which may be empty. */
  public @Nullable String nodeName() {
    return nodeName;
  }

  /** Says whether a selector decides that has several terms: those of two cannot be combined. */
  public boolean hasManyTerms() {
    return !namesNode()
        && !allNodes
        && selector != null
        && selector.getNodeSelectorTerms().size() > 1;
  }

  /** Returns the selector as it was published. */
  public @Nullable NodeSelector selector() {
    return selector;
  }

  /**
   * Says whether the node can reach what this selects for.
   *
   * @throws MalformedNodeSelectorException if a selector decides and cannot be understood
   */
  public boolean matches(Node node) {
    if (nodeName != null && !nodeName.isEmpty()) {
      return nodeName.equals(node.getMetadata().getName());
    }
    if (allNodes) {
      return true;
    }
    return selector != null && matcher(selector).matches(node);
  }

  /** Compiles on first use: a selector that nobody asks must not fail. */
  private NodeSelectorMatcher matcher(NodeSelector source) {
    NodeSelectorMatcher known = compiled;
    if (known == null) {
      known = NodeSelectorMatcher.compile(source);
      compiled = known;
    }
    return known;
  }
}
