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
  private final OpenWork openWork;
  private final Users users = new Users();

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
    this.openWork = new OpenWork(world);
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
    users.podChanged(change);
    Pod pod = change.object();
    boolean gone = change instanceof Change.Deleted<Pod>;
    Set<ObjectKey> claims = Users.claimsOf(pod);
    if (claims.isEmpty() && PodClaims.entriesOf(pod).isEmpty()) {
      return;
    }
    if (gone) {
      world.gone().add(pod.getMetadata().getUid());
    }
    if (gone || PodClaims.isDone(pod)) {
      claims.forEach(claim -> queue().add(WorkItem.claim(claim)));
    }
    if (!gone) {
      lookAt(pod);
    }
  }

  private void lookAt(Pod pod) {
    if (openWork.existsFor(pod)) {
      queue().add(WorkItem.pod(ObjectKey.of(pod)));
    }
  }

  private void groupChanged(Change<PodGroup> change) {
    users.groupChanged(change);
    PodGroup group = change.object();
    if (change instanceof Change.Deleted<PodGroup>) {
      world.gone().add(group.getMetadata().getUid());
      Users.claimsOf(group).forEach(claim -> queue().add(WorkItem.claim(claim)));
    } else {
      lookAt(group);
    }
    users.podsOfGroup(ObjectKey.of(group)).forEach(this::lookAt);
  }

  private void lookAt(PodGroup group) {
    if (openWork.existsFor(group)) {
      queue().add(WorkItem.podGroup(ObjectKey.of(group)));
    }
  }

  private void claimChanged(Change<ResourceClaim> change) {
    ObjectKey key = ObjectKey.of(change.object());
    if (!(change instanceof Change.Deleted<ResourceClaim>)) {
      queue().add(WorkItem.claim(key));
    }
    users.podsOfClaim(key).forEach(this::lookAt);
    users.groupsOfClaim(key).forEach(this::lookAt);
  }

  private void templateChanged(Change<ResourceClaimTemplate> change) {
    if (change instanceof Change.Deleted<ResourceClaimTemplate>) {
      return;
    }
    ObjectKey key = ObjectKey.of(change.object());
    users.podsOfTemplate(key).forEach(this::lookAt);
    users.groupsOfTemplate(key).forEach(this::lookAt);
  }

  private static boolean stays(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() == null;
  }
}
