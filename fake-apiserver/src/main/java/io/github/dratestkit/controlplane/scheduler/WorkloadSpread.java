package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a pod is spread that says nothing of it itself: with the other pods of its services and of
 * its ReplicaSet or StatefulSet, over hosts and zones, if possible. Source: {@code
 * pkg/scheduler/framework/plugins/podtopologyspread} and {@code plugins/helper/spread.go}, 1.37.
 */
final class WorkloadSpread {

  private static final int HOST_SKEW = 3;
  private static final int ZONE_SKEW = 5;

  private final Informer<Service> services;
  private final Informer<ReplicaSet> replicaSets;
  private final Informer<StatefulSet> statefulSets;

  WorkloadSpread(
      Informer<Service> services,
      Informer<ReplicaSet> replicaSets,
      Informer<StatefulSet> statefulSets) {
    this.services = services;
    this.replicaSets = replicaSets;
    this.statefulSets = statefulSets;
  }

  /** Returns the constraints of a pod that has none of its own; none if it belongs to nothing. */
  List<TopologySpreadConstraint> of(Pod pod) {
    List<LabelSelectorRequirement> together = new ArrayList<>();
    for (Service service : services.all()) {
      if (selects(service, pod)) {
        add(together, service.getSpec().getSelector());
      }
    }
    ownersSelector(pod)
        .ifPresent(
            selector -> {
              add(together, selector.getMatchLabels());
              together.addAll(selector.getMatchExpressions());
            });
    if (together.isEmpty()) {
      return List.of();
    }
    LabelSelector selector = new LabelSelectorBuilder().withMatchExpressions(together).build();
    return List.of(
        constraint("kubernetes.io/hostname", HOST_SKEW, selector),
        constraint("topology.kubernetes.io/zone", ZONE_SKEW, selector));
  }

  private Optional<LabelSelector> ownersSelector(Pod pod) {
    Optional<OwnerReference> owner = PodClaims.controllerOf(pod);
    if (owner.isEmpty() || !owner.get().getApiVersion().equals("apps/v1")) {
      return Optional.empty();
    }
    String namespace = pod.getMetadata().getNamespace();
    String name = owner.get().getName();
    return switch (owner.get().getKind()) {
      case "ReplicaSet" -> replicaSets.get(namespace, name).map(set -> set.getSpec().getSelector());
      case "StatefulSet" ->
          statefulSets.get(namespace, name).map(set -> set.getSpec().getSelector());
      default -> Optional.empty();
    };
  }

  private static boolean selects(Service service, Pod pod) {
    Map<String, String> selector = service.getSpec().getSelector();
    Map<String, String> labels = pod.getMetadata().getLabels();
    return selector != null
        && !selector.isEmpty()
        && labels != null
        && service.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())
        && labels.entrySet().containsAll(selector.entrySet());
  }

  private static void add(List<LabelSelectorRequirement> together, Map<String, String> labels) {
    if (labels != null) {
      labels.forEach(
          (key, value) ->
              together.add(
                  new LabelSelectorRequirementBuilder()
                      .withKey(key)
                      .withOperator("In")
                      .withValues(value)
                      .build()));
    }
  }

  private static TopologySpreadConstraint constraint(String key, int skew, LabelSelector selector) {
    return new TopologySpreadConstraintBuilder()
        .withTopologyKey(key)
        .withMaxSkew(skew)
        .withWhenUnsatisfiable("ScheduleAnyway")
        .withLabelSelector(selector)
        .build();
  }
}
