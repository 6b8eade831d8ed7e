package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Map;
import java.util.Objects;

/**
 * Which changes may help a pod that was turned away, by the plugin that turned it away (upstream's
 * queueing hints; for devices semantics §7.3). A pod is tried again when one of its plugins says
 * so.
 */
final class Hints {

  static final String SPREAD = "PodTopologySpread";
  static final String POD_AFFINITY = "InterPodAffinity";

  private final DynamicResources resources;
  private final ResourceFit fit;

  Hints(DynamicResources resources, ResourceFit fit) {
    this.resources = resources;
    this.fit = fit;
  }

  /** Says whether a change of a node may help. */
  boolean nodeChanged(QueuedPod queued, Change<Node> change) {
    return queued.rejectors().stream().anyMatch(plugin -> helps(plugin, queued.pod(), change));
  }

  private boolean helps(String plugin, Pod pod, Change<Node> change) {
    if (change instanceof Change.Deleted<Node>) {
      return plugin.equals(SPREAD);
    }
    Node now = change.object();
    boolean isNew = change instanceof Change.Added<Node>;
    Node before = change instanceof Change.Modified<Node> modified ? modified.before() : now;
    return switch (plugin) {
      case NodeFilters.NODE_NAME, NodeFilters.PORTS -> isNew;
      case NodeFilters.UNSCHEDULABLE ->
          !NodeFilters.isUnschedulable(now) && (isNew || NodeFilters.isUnschedulable(before));
      case NodeFilters.TAINTS ->
          NodeFilters.toleratesAll(pod, now) && (isNew || !NodeFilters.toleratesAll(pod, before));
      case NodeFilters.AFFINITY ->
          NodeFilters.isChosen(pod, now) && (isNew || !NodeFilters.isChosen(pod, before));
      case ResourceFit.NAME -> fits(pod, now) && (isNew || allocatableChanged(before, now));
      case ClaimCycle.NAME ->
          isNew || labelsChanged(before, now) || allocatableChanged(before, now);
      case SPREAD, POD_AFFINITY, Volumes.NAME -> isNew || labelsChanged(before, now);
      default -> true;
    };
  }

  private boolean fits(Pod pod, Node node) {
    return fit.check(pod, PodDemand.of(pod), new NodeInfo(node)) instanceof Verdict.Fits;
  }

  /** Says whether a pod that has left its node may help. */
  static boolean podLeft(QueuedPod queued) {
    return queued.rejectors().stream()
        .anyMatch(
            plugin ->
                switch (plugin) {
                  case ResourceFit.NAME, NodeFilters.PORTS, SPREAD, POD_AFFINITY -> true;
                  default -> false;
                });
  }

  /** Says whether a pod that has come to a node may help. */
  static boolean podCame(QueuedPod queued) {
    return queued.rejectors().contains(SPREAD) || queued.rejectors().contains(POD_AFFINITY);
  }

  /** Says whether a change of slices, taint rules or classes may help. */
  static boolean inventoryChanged(QueuedPod queued) {
    return queued.rejectors().contains(ClaimCycle.NAME);
  }

  /** Says whether a change of classes may help; they can also take over an extended resource. */
  static boolean classChanged(QueuedPod queued) {
    return queued.rejectors().contains(ClaimCycle.NAME)
        || queued.rejectors().contains(ResourceFit.NAME);
  }

  /** Says whether a volume or a class of volumes that has come or changed may help. */
  static boolean volumesChanged(QueuedPod queued) {
    return queued.rejectors().contains(Volumes.NAME);
  }

  /** Says whether a volume claim that has come or changed may help. */
  static boolean volumeClaimChanged(QueuedPod queued, PersistentVolumeClaim claim) {
    return volumesChanged(queued) && Volumes.names(queued.pod(), claim);
  }

  /** Says whether a change of a claim may help. */
  boolean claimChanged(QueuedPod queued, Change<ResourceClaim> change) {
    if (!queued.rejectors().contains(ClaimCycle.NAME)) {
      return false;
    }
    ResourceClaim now = change.object();
    if (change instanceof Change.Deleted<ResourceClaim>) {
      return PodClaims.isAllocated(now);
    }
    if (resources.whyNotReady(queued.pod()).isPresent()) {
      return false;
    }
    if (change instanceof Change.Modified<ResourceClaim> modified
        && PodClaims.isAllocated(modified.before())
        && !PodClaims.isAllocated(now)) {
      return true;
    }
    boolean own =
        resources.claimsOf(queued.pod()).stream()
            .anyMatch(claim -> claim.getMetadata().getUid().equals(now.getMetadata().getUid()));
    return own
        && (!(change instanceof Change.Modified<ResourceClaim> modified)
            || !Objects.equals(modified.before().getStatus(), now.getStatus()));
  }

  private static boolean labelsChanged(Node before, Node now) {
    return !NodeSelectors.labelsOf(before).equals(NodeSelectors.labelsOf(now));
  }

  private static boolean allocatableChanged(Node before, Node now) {
    return !allocatable(before).equals(allocatable(now));
  }

  private static Map<?, ?> allocatable(Node node) {
    return node.getStatus() == null || node.getStatus().getAllocatable() == null
        ? Map.of()
        : node.getStatus().getAllocatable();
  }
}
