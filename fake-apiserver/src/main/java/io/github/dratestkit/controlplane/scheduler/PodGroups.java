package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1alpha3.CompositePodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pod groups, the groups of groups and their pods, as far as these have not ended. */
final class PodGroups {

  private final Informer<PodGroup> groups;
  private final Optional<CompositeGroups> composites;
  private final Index<Pod, ObjectKey> members = new Index<>(PodGroups::keyOf);

  /**
   * Creates the view.
   *
   * @param composites the groups of groups, where these are known
   */
  PodGroups(Informer<PodGroup> groups, Optional<CompositeGroups> composites) {
    this.groups = groups;
    this.composites = composites;
  }

  /** Takes in a change of any pod. */
  void apply(Change<Pod> change) {
    members.apply(change);
  }

  /** Takes in a change of a group. */
  void applyGroup(Change<PodGroup> change) {
    composites.ifPresent(known -> known.apply(change));
  }

  /** Takes in a change of a group of groups. */
  void applyComposite(Change<CompositePodGroup> change) {
    composites.ifPresent(known -> known.applyComposite(change));
  }

  Optional<PodGroup> of(Pod pod) {
    String name = PodClaims.groupNameOf(pod);
    return name == null ? Optional.empty() : groups.get(pod.getMetadata().getNamespace(), name);
  }

  /** Returns the outermost group of a pod with all groups in it; none if one above is missing. */
  Optional<GroupTree> treeOf(Pod pod) {
    return of(pod).flatMap(this::treeOf);
  }

  private Optional<GroupTree> treeOf(PodGroup group) {
    return hasParent(group)
        ? composites.flatMap(known -> known.treeAbove(group))
        : Optional.of(new GroupTree.Leaf(group));
  }

  private boolean hasParent(PodGroup group) {
    return composites.isPresent() && group.getSpec().getParentCompositePodGroupName() != null;
  }

  /**
   * What may only be driven out as a whole.
   *
   * @param contains says whether a pod belongs to it
   */
  record Whole(GroupTree.Key key, Victim.Rank rank, Predicate<Pod> contains) {}

  /** Returns the outermost group that a pod can only be driven out with, if there is one. */
  Optional<Whole> wholeOf(Pod pod) {
    Optional<PodGroup> group = of(pod);
    Optional<Whole> outer =
        group.flatMap(
            known ->
                composites
                    .flatMap(all -> all.outermostWhole(known))
                    .map(
                        key ->
                            new Whole(key, Victim.Rank.COMPOSITE, other -> isBelow(other, key))));
    return outer.isPresent()
        ? outer
        : group
            .filter(
                known ->
                    known.getSpec().getDisruptionMode() != null
                        && known.getSpec().getDisruptionMode().getAll() != null)
            .map(
                known ->
                    new Whole(
                        GroupTree.Key.ofPods(ObjectKey.of(known)),
                        Victim.Rank.GROUP,
                        other -> keyOf(other).contains(ObjectKey.of(known))));
  }

  private boolean isBelow(Pod pod, GroupTree.Key key) {
    return of(pod).flatMap(group -> composites.map(all -> all.isBelow(group, key))).orElse(false);
  }

  /** Returns how important a pod is as one of its outermost group, or by itself if it has none. */
  int priorityOf(Pod pod) {
    Optional<PodGroup> group = of(pod);
    return group
        .flatMap(known -> composites.flatMap(all -> all.priorityAbove(known)))
        .or(() -> group.map(known -> new GroupTree.Leaf(known).priority()))
        .orElseGet(() -> Nominations.priority(pod));
  }

  static @Nullable String nameOf(Pod pod) {
    return PodClaims.groupNameOf(pod);
  }

  Collection<Pod> membersOf(PodGroup group) {
    return members.under(ObjectKey.of(group));
  }

  /** Returns the pods that must come with a pod, itself among them. */
  List<Pod> companyOf(Pod pod) {
    return treeOf(pod)
        .map(tree -> tree.leaves().stream().flatMap(group -> membersOf(group).stream()).toList())
        .orElse(List.of());
  }

  /**
   * Says whether a pod may be tried: its group and all above exist and have as many pods and groups
   * as they must have.
   */
  boolean isComplete(Pod pod) {
    return PodClaims.groupNameOf(pod) == null || treeOf(pod).filter(this::isComplete).isPresent();
  }

  private boolean isComplete(GroupTree root) {
    return root instanceof GroupTree.Leaf leaf && !leaf.isGang() || hasEnough(root);
  }

  private boolean hasEnough(GroupTree tree) {
    long found =
        tree instanceof GroupTree.Leaf leaf
            ? membersOf(leaf.group()).size()
            : tree.children().stream().filter(this::hasEnough).count();
    return found >= tree.minCount();
  }

  void assume(PodGroup written) {
    groups.assume(written);
  }

  private static Set<ObjectKey> keyOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null || PodClaims.hasEnded(pod)
        ? Set.of()
        : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }
}
