package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.EventRecorder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes and deletes the pods of StatefulSets, each with the volume claims of its own. Source:
 * {@code pkg/controller/statefulset/stateful_pod_control.go}, 1.37.
 */
final class StatefulPods {

  private static final String DELETE = "Delete";

  private final Writes writes;
  private final EventRecorder recorder;

  StatefulPods(Writes writes, EventRecorder recorder) {
    this.writes = writes;
    this.recorder = recorder;
  }

  /** Makes the pod of a number from the template of a revision, after its volume claims. */
  void create(StatefulSet set, int number, PodTemplateSpec template, String revision) {
    Pod pod = podOf(set, number, template, revision);
    for (PersistentVolumeClaim claim : claimsOf(set, pod)) {
      createIfMissing(set, pod, claim);
    }
    try {
      writes.create(pod);
    } catch (ApiException refused) {
      if (refused.isAlreadyThere()) {
        return;
      }
      report(
          set,
          EventRecorder.Type.WARNING,
          "FailedCreate",
          "Create Pod %s in StatefulSet %s failed error: " + refused.getMessage(),
          pod);
      throw refused;
    }
    report(
        set,
        EventRecorder.Type.NORMAL,
        "SuccessfulCreate",
        "Create Pod %s in StatefulSet %s successful",
        pod);
  }

  /** Deletes a pod. */
  void delete(StatefulSet set, Pod pod) {
    OwnedPods.delete(writes, pod);
    report(
        set,
        EventRecorder.Type.NORMAL,
        "SuccessfulDelete",
        "Delete Pod %s in StatefulSet %s successful",
        pod);
  }

  /**
   * Lets the volume claims of a pod belong to the set or the pod, as its retention policy says.
   *
   * @param condemned whether the pod goes because the set has shrunk
   */
  void retain(StatefulSet set, Pod pod, boolean condemned) {
    for (PersistentVolumeClaim claim : claimsOf(set, pod)) {
      Optional<PersistentVolumeClaim> live =
          writes.get(
              PersistentVolumeClaim.class,
              set.getMetadata().getNamespace(),
              claim.getMetadata().getName());
      List<OwnerReference> wanted = ownersFor(set, pod, condemned);
      if (live.isPresent() && !sameUids(live.get().getMetadata().getOwnerReferences(), wanted)) {
        writes.update(
            new PersistentVolumeClaimBuilder(live.get())
                .editMetadata()
                .withOwnerReferences(wanted)
                .endMetadata()
                .build());
      }
    }
  }

  private void createIfMissing(StatefulSet set, Pod pod, PersistentVolumeClaim claim) {
    String namespace = set.getMetadata().getNamespace();
    String name = claim.getMetadata().getName();
    if (writes.get(PersistentVolumeClaim.class, namespace, name).isPresent()) {
      return;
    }
    writes.create(
        new PersistentVolumeClaimBuilder(claim)
            .editMetadata()
            .withOwnerReferences(ownersFor(set, pod, false))
            .endMetadata()
            .build());
    recorder.record(
        set,
        EventRecorder.Type.NORMAL,
        "SuccessfulCreate",
        "Create Claim %s Pod %s in StatefulSet %s success"
            .formatted(name, pod.getMetadata().getName(), set.getMetadata().getName()));
  }

  private static List<OwnerReference> ownersFor(StatefulSet set, Pod pod, boolean condemned) {
    var policy = set.getSpec().getPersistentVolumeClaimRetentionPolicy();
    if (policy != null && condemned && DELETE.equals(policy.getWhenScaled())) {
      return List.of(
          new OwnerReferenceBuilder()
              .withApiVersion("v1")
              .withKind("Pod")
              .withName(pod.getMetadata().getName())
              .withUid(pod.getMetadata().getUid())
              .withController(true)
              .withBlockOwnerDeletion(true)
              .build());
    }
    return policy != null && DELETE.equals(policy.getWhenDeleted())
        ? List.of(OwnedPods.controlledBy(set))
        : List.of();
  }

  private static boolean sameUids(List<OwnerReference> left, List<OwnerReference> right) {
    return left.stream()
        .map(OwnerReference::getUid)
        .toList()
        .equals(right.stream().map(OwnerReference::getUid).toList());
  }

  private static Pod podOf(StatefulSet set, int number, PodTemplateSpec template, String revision) {
    String name = set.getMetadata().getName() + "-" + number;
    Pod pod =
        OwnedPods.from(template, set)
            .editMetadata()
            .withName(name)
            .withGenerateName(set.getMetadata().getName() + "-")
            .addToLabels("statefulset.kubernetes.io/pod-name", name)
            .addToLabels("apps.kubernetes.io/pod-index", String.valueOf(number))
            .addToLabels("controller-revision-hash", revision)
            .endMetadata()
            .editSpec()
            .withHostname(name)
            .withSubdomain(set.getSpec().getServiceName())
            .endSpec()
            .build();
    List<Volume> volumes = new ArrayList<>();
    for (PersistentVolumeClaim wanted : set.getSpec().getVolumeClaimTemplates()) {
      volumes.add(
          new VolumeBuilder()
              .withName(wanted.getMetadata().getName())
              .withNewPersistentVolumeClaim()
              .withClaimName(claimName(wanted, pod))
              .endPersistentVolumeClaim()
              .build());
    }
    pod.getSpec().getVolumes().stream()
        .filter(volume -> volumes.stream().noneMatch(own -> own.getName().equals(volume.getName())))
        .forEach(volumes::add);
    pod.getSpec().setVolumes(volumes);
    return pod;
  }

  private static List<PersistentVolumeClaim> claimsOf(StatefulSet set, Pod pod) {
    return set.getSpec().getVolumeClaimTemplates().stream()
        .map(
            wanted -> {
              Map<String, String> labels = new LinkedHashMap<>();
              if (wanted.getMetadata().getLabels() != null) {
                labels.putAll(wanted.getMetadata().getLabels());
              }
              if (set.getSpec().getSelector().getMatchLabels() != null) {
                labels.putAll(set.getSpec().getSelector().getMatchLabels());
              }
              return new PersistentVolumeClaimBuilder(wanted)
                  .editMetadata()
                  .withNamespace(set.getMetadata().getNamespace())
                  .withName(claimName(wanted, pod))
                  .withLabels(labels)
                  .endMetadata()
                  .withStatus(null)
                  .build();
            })
        .toList();
  }

  private static String claimName(PersistentVolumeClaim wanted, Pod pod) {
    return wanted.getMetadata().getName() + "-" + pod.getMetadata().getName();
  }

  private void report(
      StatefulSet set, EventRecorder.Type type, String reason, String message, Pod pod) {
    recorder.record(
        set,
        type,
        reason,
        message.formatted(pod.getMetadata().getName(), set.getMetadata().getName()));
  }
}
