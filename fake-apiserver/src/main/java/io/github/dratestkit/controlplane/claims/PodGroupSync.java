package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroupResourceClaim;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Map;
import java.util.TreeMap;

/** Looks at one pod group: makes the claims that its own entries ask for (semantics §6.6). */
final class PodGroupSync {

  private static final String FIELD_MANAGER = "ResourceClaimController";

  private final World world;
  private final ClaimMaker maker;

  PodGroupSync(World world, ClaimMaker maker) {
    this.world = world;
    this.maker = maker;
  }

  /** Does everything that the group needs now. */
  void sync(PodGroup group) {
    Map<String, String> found = new TreeMap<>();
    for (PodGroupResourceClaim entry : group.getSpec().getResourceClaims()) {
      if (entry.getResourceClaimTemplateName() == null || !needsClaim(group, entry)) {
        continue;
      }
      found.put(entry.getName(), claimFor(group, entry).getMetadata().getName());
    }
    if (!found.isEmpty()) {
      applyNames(group, found);
    }
  }

  private ResourceClaim claimFor(PodGroup group, PodGroupResourceClaim entry) {
    try {
      return maker.findOrMake(group, entry.getName(), entry.getResourceClaimTemplateName());
    } catch (ClaimCreationException refused) {
      throw refused.in("PodGroupResourceClaim " + entry.getName());
    }
  }

  private boolean needsClaim(PodGroup group, PodGroupResourceClaim entry) {
    ClaimName name = PodClaims.nameOf(group, entry);
    if (name instanceof ClaimName.Generated generated) {
      return world
          .claim(ObjectKey.of(group.getMetadata().getNamespace(), generated.name()))
          .filter(claim -> PodClaims.isControlledBy(claim, group))
          .isEmpty();
    }
    return name instanceof ClaimName.Unknown;
  }

  private void applyNames(PodGroup group, Map<String, String> found) {
    String namespace = group.getMetadata().getNamespace();
    String name = group.getMetadata().getName();
    String body = PodSync.applyBody(group.getApiVersion(), "PodGroup", namespace, name, found);
    world
        .writes()
        .patch(PodGroup.class, namespace, name, "status", new Patch.Apply(body, FIELD_MANAGER));
  }
}
