package io.github.dratestkit.controlplane.workloads;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes over objects that a workload's selector chooses and nobody manages, and lets go of those
 * that it manages and chooses no more. Source: {@code pkg/controller/controller_ref_manager.go},
 * 1.37.
 *
 * @param <T> what is adopted
 */
final class Adoption<T extends HasMetadata> {

  private final Writes writes;
  private final Class<T> kind;

  Adoption(Writes writes, Class<T> kind) {
    this.writes = writes;
    this.kind = kind;
  }

  /** Returns those of {@code candidates} that the owner manages, after adopting and releasing. */
  List<T> claim(HasMetadata owner, LabelSelector selector, Collection<T> candidates) {
    List<T> claimed = new ArrayList<>();
    for (T candidate : candidates) {
      claim(owner, LabelSelectors.matches(selector, candidate), candidate).ifPresent(claimed::add);
    }
    return claimed;
  }

  private Optional<T> claim(HasMetadata owner, boolean chosen, T candidate) {
    boolean ownerGoes = owner.getMetadata().getDeletionTimestamp() != null;
    if (PodClaims.isControlledBy(candidate, owner)) {
      if (chosen) {
        return Optional.of(candidate);
      }
      if (!ownerGoes) {
        patch(candidate, release(owner, candidate));
      }
      return Optional.empty();
    }
    boolean free =
        PodClaims.controllerOf(candidate).isEmpty()
            && candidate.getMetadata().getDeletionTimestamp() == null;
    return free && chosen && !ownerGoes
        ? patch(candidate, adopt(owner, candidate))
        : Optional.empty();
  }

  private Optional<T> patch(T candidate, ObjectNode body) {
    try {
      return Optional.of(
          writes.patch(
              kind,
              candidate.getMetadata().getNamespace(),
              candidate.getMetadata().getName(),
              "",
              new Patch.Strategic(body.toString())));
    } catch (ApiException refused) {
      // Gone, or another one of the same name, whose uid the patch does not fit.
      if (refused.isNotFound() || refused.code() == 422) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static ObjectNode adopt(HasMetadata owner, HasMetadata candidate) {
    ObjectNode body = bodyFor(candidate);
    ((ObjectNode) body.get("metadata"))
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", owner.getApiVersion())
        .put("kind", owner.getKind())
        .put("name", owner.getMetadata().getName())
        .put("uid", owner.getMetadata().getUid())
        .put("controller", true)
        .put("blockOwnerDeletion", true);
    return body;
  }

  private static ObjectNode release(HasMetadata owner, HasMetadata candidate) {
    ObjectNode body = bodyFor(candidate);
    ((ObjectNode) body.get("metadata"))
        .putArray("ownerReferences")
        .addObject()
        .put("$patch", "delete")
        .put("uid", owner.getMetadata().getUid());
    return body;
  }

  private static ObjectNode bodyFor(HasMetadata candidate) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", candidate.getMetadata().getUid());
    return body;
  }
}
