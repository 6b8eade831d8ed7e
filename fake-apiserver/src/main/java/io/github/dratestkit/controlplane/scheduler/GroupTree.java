package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.scheduling.v1alpha3.CompositePodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.TopologyConstraint;
import io.github.dratestkit.controlplane.common.ObjectKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is placed together: a group of pods, or a group of such groups. */
sealed interface GroupTree {

  /**
   * The name of a group.
   *
   * @param type {@code podgroup} or {@code compositepodgroup}
   */
  record Key(String type, ObjectKey name) {

    static Key ofPods(ObjectKey name) {
      return new Key("podgroup", name);
    }

    static Key ofGroups(ObjectKey name) {
      return new Key("compositepodgroup", name);
    }
  }

  Key key();

  String uid();

  int priority();

  /** Returns whether it may drive others out, as the group itself says. */
  @Nullable String preemptionPolicy();

  /** Returns the label of nodes that all its pods must agree in. */
  Optional<String> topologyKey();

  /** Returns how many of its pods or groups must be placed together; one if it is no gang. */
  int minCount();

  /** Returns the groups in it, the oldest first. */
  List<GroupTree> children();

  /** Returns the groups of pods in it. */
  List<PodGroup> leaves();

  /** A group of pods. */
  record Leaf(PodGroup group) implements GroupTree {
    @Override
    public Key key() {
      return Key.ofPods(ObjectKey.of(group));
    }

    @Override
    public String uid() {
      return group.getMetadata().getUid();
    }

    @Override
    public int priority() {
      return orZero(group.getSpec().getPriority());
    }

    @Override
    public @Nullable String preemptionPolicy() {
      return group.getSpec().getPreemptionPolicy();
    }

    @Override
    public Optional<String> topologyKey() {
      return group.getSpec().getSchedulingConstraints() == null
          ? Optional.empty()
          : group.getSpec().getSchedulingConstraints().getTopology().stream()
              .map(TopologyConstraint::getKey)
              .findFirst();
    }

    @Override
    public int minCount() {
      return isGang() ? group.getSpec().getSchedulingPolicy().getGang().getMinCount() : 1;
    }

    @Override
    public List<GroupTree> children() {
      return List.of();
    }

    boolean isGang() {
      return group.getSpec().getSchedulingPolicy() != null
          && group.getSpec().getSchedulingPolicy().getGang() != null;
    }

    @Override
    public List<PodGroup> leaves() {
      return List.of(group);
    }
  }

  /** A group of groups (scheduling.k8s.io/v1alpha3). */
  record Composite(CompositePodGroup group, List<GroupTree> children) implements GroupTree {
    @Override
    public Key key() {
      return Key.ofGroups(ObjectKey.of(group));
    }

    @Override
    public String uid() {
      return group.getMetadata().getUid();
    }

    @Override
    public int priority() {
      return orZero(group.getSpec().getPriority());
    }

    @Override
    public @Nullable String preemptionPolicy() {
      return group.getSpec().getPreemptionPolicy();
    }

    @Override
    public Optional<String> topologyKey() {
      return group.getSpec().getSchedulingConstraints() == null
          ? Optional.empty()
          : group.getSpec().getSchedulingConstraints().getTopology().stream()
              .map(constraint -> constraint.getKey())
              .findFirst();
    }

    @Override
    public int minCount() {
      return group.getSpec().getSchedulingPolicy() == null
              || group.getSpec().getSchedulingPolicy().getGang() == null
          ? 1
          : group.getSpec().getSchedulingPolicy().getGang().getMinGroupCount();
    }

    @Override
    public List<PodGroup> leaves() {
      return children.stream().flatMap(child -> child.leaves().stream()).toList();
    }
  }

  private static int orZero(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
