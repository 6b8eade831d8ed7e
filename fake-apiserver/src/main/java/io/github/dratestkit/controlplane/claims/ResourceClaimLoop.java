package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.EventRecorder;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resource claim controller. It makes claims from templates for pods and pod groups, reserves
 * claims for pods that no scheduler has placed, and cleans up after pods that are done. Source:
 * {@code pkg/controller/resourceclaim}, 1.37 (semantics §6).
 */
public final class ResourceClaimLoop extends ReconcilingLoop<WorkItem> {

  private static final String NAME = "resourceclaim-controller";

  private final World world;
  private final PodSync podSync;
  private final PodGroupSync groupSync;
  private final ClaimSync claimSync;
  private final EventRecorder recorder;
  private final Index<Pod, ObjectKey> podsByClaim = new Index<>(ResourceClaimLoop::claimsOf);
  private final Index<Pod, ObjectKey> podsByTemplate = new Index<>(ResourceClaimLoop::templatesOf);
  private final Index<Pod, ObjectKey> podsByGroup = new Index<>(ResourceClaimLoop::groupsOf);

  /** Creates the loop on an API of {@code features}. */
  public ResourceClaimLoop(ApiAccess access, FeatureSet features, Timers timers) {
    super(NAME, access, timers);
    Index<ResourceClaim, String> claimsByOwner = new Index<>(World::ownersOf);
    Informer<ResourceClaim> claims =
        inform(
            ResourceClaim.class,
            change -> {
              claimsByOwner.apply(change);
              claimChanged(change);
            });
    Informer<ResourceClaimTemplate> templates =
        inform(ResourceClaimTemplate.class, this::templateChanged);
    Informer<Pod> pods = inform(Pod.class, this::podChanged);
    @Nullable Informer<PodGroup> groups =
        features.enabled("DRAWorkloadResourceClaims")
            ? inform(PodGroup.class, this::groupChanged)
            : null;
    this.world =
        new World(
            writes(),
            PodClaims.of(features),
            pods,
            groups,
            claims,
            templates,
            claimsByOwner,
            new MadeClaims(timers),
            new LinkedHashSet<>());
    ClaimMaker maker = new ClaimMaker(world, new ClaimTemplates(features));
    this.podSync = new PodSync(world, maker);
    this.groupSync = new PodGroupSync(world, maker);
    this.claimSync = new ClaimSync(world);
    this.recorder = EventRecorder.core(writes(), timers, "resource_claim");
  }

  @Override
  protected void reconcile(WorkItem item) {
    switch (item.kind()) {
      case POD ->
          world.pods().get(item.key()).filter(ResourceClaimLoop::stays).ifPresent(this::syncPod);
      case POD_GROUP -> groupOf(item.key());
      case CLAIM -> world.claims().get(item.key()).ifPresent(claimSync::sync);
    }
  }

  private void syncPod(Pod pod) {
    try {
      podSync.sync(pod);
    } catch (ClaimCreationException refused) {
      failed(pod, refused);
    }
  }

  private void groupOf(ObjectKey key) {
    Informer<PodGroup> groups = world.groups();
    if (groups == null) {
      return;
    }
    groups
        .get(key)
        .filter(ResourceClaimLoop::stays)
        .ifPresent(
            group -> {
              try {
                groupSync.sync(group);
              } catch (ClaimCreationException refused) {
                failed(group, refused);
              }
            });
  }

  private void failed(HasMetadata object, ClaimCreationException refused) {
    recorder.record(
        object,
        EventRecorder.Type.WARNING,
        "FailedResourceClaimCreation",
        String.valueOf(refused.getMessage()));
    throw new ApiException(0, "", String.valueOf(refused.getMessage()));
  }

  private void podChanged(Change<Pod> change) {
    podsByClaim.apply(change);
    podsByTemplate.apply(change);
    podsByGroup.apply(change);
    Pod pod = change.object();
    boolean gone = change instanceof Change.Deleted<Pod>;
    if (claimsOf(pod).isEmpty() && PodClaims.entriesOf(pod).isEmpty()) {
      return;
    }
    if (gone) {
      world.gone().add(pod.getMetadata().getUid());
    }
    if (gone || PodClaims.isDone(pod)) {
      claimsOf(pod).forEach(claim -> queue().add(WorkItem.claim(claim)));
    }
    if (!gone && stays(pod)) {
      queue().add(WorkItem.pod(ObjectKey.of(pod)));
    }
  }

  private void groupChanged(Change<PodGroup> change) {
    PodGroup group = change.object();
    if (change instanceof Change.Deleted<PodGroup>) {
      world.gone().add(group.getMetadata().getUid());
      group.getSpec().getResourceClaims().stream()
          .map(entry -> PodClaims.nameOf(group, entry))
          .forEach(name -> enqueueClaim(group, name));
    } else {
      queue().add(WorkItem.podGroup(ObjectKey.of(group)));
    }
    podsByGroup
        .under(ObjectKey.of(group))
        .forEach(pod -> queue().add(WorkItem.pod(ObjectKey.of(pod))));
  }

  private void enqueueClaim(PodGroup group, ClaimName name) {
    String namespace = group.getMetadata().getNamespace();
    if (name instanceof ClaimName.Direct direct) {
      queue().add(WorkItem.claim(ObjectKey.of(namespace, direct.name())));
    } else if (name instanceof ClaimName.Generated generated) {
      queue().add(WorkItem.claim(ObjectKey.of(namespace, generated.name())));
    }
  }

  private void claimChanged(Change<ResourceClaim> change) {
    ObjectKey key = ObjectKey.of(change.object());
    if (!(change instanceof Change.Deleted<ResourceClaim>)) {
      queue().add(WorkItem.claim(key));
    }
    podsByClaim.under(key).forEach(pod -> queue().add(WorkItem.pod(ObjectKey.of(pod))));
    PodClaims.controllerOf(change.object())
        .filter(owner -> owner.getKind().equals("PodGroup"))
        .ifPresent(
            owner ->
                queue().add(WorkItem.podGroup(ObjectKey.of(key.namespace(), owner.getName()))));
  }

  private void templateChanged(Change<ResourceClaimTemplate> change) {
    if (change instanceof Change.Deleted<ResourceClaimTemplate>) {
      return;
    }
    podsByTemplate
        .under(ObjectKey.of(change.object()))
        .forEach(pod -> queue().add(WorkItem.pod(ObjectKey.of(pod))));
  }

  private static Set<ObjectKey> claimsOf(Pod pod) {
    Set<ObjectKey> claims = new LinkedHashSet<>();
    String namespace = pod.getMetadata().getNamespace();
    for (var entry : PodClaims.entriesOf(pod)) {
      ClaimName name = PodClaims.nameOf(pod, entry);
      if (name instanceof ClaimName.Direct direct) {
        claims.add(ObjectKey.of(namespace, direct.name()));
      } else if (name instanceof ClaimName.Generated generated) {
        claims.add(ObjectKey.of(namespace, generated.name()));
      }
    }
    if (pod.getStatus() != null && pod.getStatus().getExtendedResourceClaimStatus() != null) {
      claims.add(
          ObjectKey.of(
              namespace, pod.getStatus().getExtendedResourceClaimStatus().getResourceClaimName()));
    }
    return claims;
  }

  private static Set<ObjectKey> templatesOf(Pod pod) {
    Set<ObjectKey> templates = new LinkedHashSet<>();
    for (var entry : PodClaims.entriesOf(pod)) {
      if (entry.getResourceClaimTemplateName() != null) {
        templates.add(
            ObjectKey.of(pod.getMetadata().getNamespace(), entry.getResourceClaimTemplateName()));
      }
    }
    return templates;
  }

  private static Set<ObjectKey> groupsOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null ? Set.of() : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }

  private static boolean stays(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() == null;
  }
}
