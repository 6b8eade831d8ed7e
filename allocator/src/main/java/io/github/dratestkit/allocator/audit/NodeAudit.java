package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.github.dratestkit.allocator.audit.Violation.Rule;
import io.github.dratestkit.allocator.version.AllocatorVariant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an allocation says on which nodes it can be used. */
final class NodeAudit {

  private final NodeReach reach;
  private final AllocatorVariant variant;

  NodeAudit(NodeReach reach, AllocatorVariant variant) {
    this.reach = reach;
    this.variant = variant;
  }

  void check(
      String claim, @Nullable NodeSelector selector, List<Chosen> own, List<Violation> violations) {
    if (selector != null && !reach.matches(selector)) {
      violations.add(
          new Violation(Rule.NODE, claim, "node selector", "does not match the node itself"));
    }
    if (selector == null && own.stream().anyMatch(one -> NodeReach.isSelective(one.published()))) {
      violations.add(
          new Violation(Rule.NODE, claim, "node selector", "should be that of the devices"));
    }
    boolean local =
        variant != AllocatorVariant.STABLE
            && own.stream().anyMatch(one -> NodeReach.isLocal(one.published()));
    if (local && (selector == null || !namesOneNode(selector))) {
      violations.add(
          new Violation(Rule.NODE, claim, "node selector", "should name the node itself"));
    }
  }

  private static boolean namesOneNode(NodeSelector selector) {
    return selector.getNodeSelectorTerms().stream()
        .flatMap(term -> term.getMatchFields().stream())
        .map(NodeSelectorRequirement::getKey)
        .anyMatch("metadata.name"::equals);
  }
}
