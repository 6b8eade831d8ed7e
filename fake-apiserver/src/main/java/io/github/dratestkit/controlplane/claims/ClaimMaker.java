package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.github.dratestkit.apiserver.client.ApiException;
import java.util.Optional;

/** Finds the claim of an entry, or makes it from its template. */
final class ClaimMaker {

  private final World world;
  private final ClaimTemplates templates;

  ClaimMaker(World world, ClaimTemplates templates) {
    this.world = world;
    this.templates = templates;
  }

  /**
   * Returns the claim of an entry of {@code owner}.
   *
   * @throws ClaimCreationException if there is none and none can be made
   */
  ResourceClaim findOrMake(HasMetadata owner, String entry, String templateName) {
    Optional<ResourceClaim> found = world.madeFor(owner.getMetadata().getUid(), entry);
    if (found.isPresent()) {
      return found.get();
    }
    ResourceClaimTemplate template =
        world
            .templates()
            .get(owner.getMetadata().getNamespace(), templateName)
            .orElseThrow(() -> new ClaimCreationException(templateMissing(templateName)));
    templates
        .refusal(template)
        .ifPresent(
            reason -> {
              throw new ClaimCreationException(reason);
            });
    return make(templates.claimFor(owner, entry, template));
  }

  private ResourceClaim make(ResourceClaim claim) {
    ResourceClaim created;
    try {
      created = world.writes().create(claim);
    } catch (ApiException refused) {
      throw new ClaimCreationException("create ResourceClaim : " + refused.getMessage());
    }
    world.made().add(created);
    return created;
  }

  private static String templateMissing(String name) {
    return "resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
        .formatted(name, name);
  }
}
