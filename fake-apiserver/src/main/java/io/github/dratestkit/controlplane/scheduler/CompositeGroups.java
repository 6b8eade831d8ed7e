package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1alpha3.CompositePodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups of groups. A chain of groups that leads nowhere, or back to itself, has no top, and
 * its pods wait. Source: {@code pkg/scheduler/backend/queue/workload_forest.go}, 1.37.
 */
final class CompositeGroups {

  /** The API accepts no deeper trees; upstream looks no further up from a pod's group. */
  private static final int MOST_LEVELS = 4;

  private static final Comparator<GroupTree> OLDEST_FIRST =
      Comparator.comparing(CompositeGroups::createdAt)
          .thenComparing(tree -> tree.key().name().name());

  private final Informer<CompositePodGroup> composites;
  private final Index<PodGroup, ObjectKey> groupsIn =
      new Index<>(group -> parent(group, group.getSpec().getParentCompositePodGroupName()));
  private final Index<CompositePodGroup, ObjectKey> compositesIn =
      new Index<>(group -> parent(group, group.getSpec().getParentCompositePodGroupName()));

  CompositeGroups(Informer<CompositePodGroup> composites) {
    this.composites = composites;
  }

  /** Takes in a change of a group of pods. */
  void apply(Change<PodGroup> change) {
    groupsIn.apply(change);
  }

  /** Takes in a change of a group of groups. */
  void applyComposite(Change<CompositePodGroup> change) {
    compositesIn.apply(change);
  }

  /** Returns the tree under the outermost group above {@code group}. */
  Optional<GroupTree> treeAbove(PodGroup group) {
    List<CompositePodGroup> above = above(group);
    if (above.isEmpty()) {
      return Optional.empty();
    }
    CompositePodGroup top = above.get(above.size() - 1);
    return top.getSpec().getParentCompositePodGroupName() == null
        ? Optional.of(tree(top))
        : Optional.empty();
  }

  /** Returns the outermost group above {@code group} whose disruption mode is {@code all}. */
  Optional<GroupTree.Key> outermostWhole(PodGroup group) {
    return above(group).stream()
        .filter(
            composite ->
                composite.getSpec().getDisruptionMode() != null
                    && composite.getSpec().getDisruptionMode().getAll() != null)
        .map(composite -> GroupTree.Key.ofGroups(ObjectKey.of(composite)))
        .reduce((inner, outer) -> outer);
  }

  /** Returns the priority of the outermost group that is known above {@code group}. */
  Optional<Integer> priorityAbove(PodGroup group) {
    return above(group).stream()
        .map(composite -> new GroupTree.Composite(composite, List.of()).priority())
        .reduce((inner, outer) -> outer);
  }

  boolean isBelow(PodGroup group, GroupTree.Key key) {
    return above(group).stream()
        .anyMatch(composite -> GroupTree.Key.ofGroups(ObjectKey.of(composite)).equals(key));
  }

  private List<CompositePodGroup> above(PodGroup group) {
    return chain(ObjectKey.of(group), group.getSpec().getParentCompositePodGroupName());
  }

  private List<CompositePodGroup> chain(ObjectKey below, @Nullable String parent) {
    List<CompositePodGroup> chain = new ArrayList<>();
    @Nullable String next = parent;
    while (next != null && chain.size() < MOST_LEVELS) {
      Optional<CompositePodGroup> found = composites.get(below.namespace(), next);
      if (found.isEmpty() || chain.contains(found.get())) {
        return chain;
      }
      chain.add(found.get());
      next = found.get().getSpec().getParentCompositePodGroupName();
    }
    return chain;
  }

  private GroupTree tree(CompositePodGroup group) {
    List<GroupTree> children = new ArrayList<>();
    groupsIn.under(ObjectKey.of(group)).forEach(child -> children.add(new GroupTree.Leaf(child)));
    compositesIn.under(ObjectKey.of(group)).forEach(child -> children.add(tree(child)));
    children.sort(OLDEST_FIRST);
    return new GroupTree.Composite(group, List.copyOf(children));
  }

  private static String createdAt(GroupTree tree) {
    HasMetadata group =
        tree instanceof GroupTree.Leaf leaf ? leaf.group() : ((GroupTree.Composite) tree).group();
    return group.getMetadata().getCreationTimestamp();
  }

  private static Set<ObjectKey> parent(HasMetadata child, @Nullable String name) {
    return name == null ? Set.of() : Set.of(ObjectKey.of(child.getMetadata().getNamespace(), name));
  }
}
