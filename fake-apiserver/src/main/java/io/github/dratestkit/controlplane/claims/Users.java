package io.github.dratestkit.controlplane.claims;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.ClaimName;
import io.github.dratestkit.controlplane.common.Index;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pods and pod groups that use a claim or a template: those that a change of it concerns. A
 * claim is used by who names it, in its spec or in its status.
 */
final class Users {

  private final Index<Pod, ObjectKey> podsByClaim = new Index<>(Users::claimsOf);
  private final Index<Pod, ObjectKey> podsByTemplate = new Index<>(Users::templatesOf);
  private final Index<Pod, ObjectKey> podsByGroup = new Index<>(Users::groupsOf);
  private final Index<PodGroup, ObjectKey> groupsByClaim = new Index<>(Users::claimsOf);
  private final Index<PodGroup, ObjectKey> groupsByTemplate = new Index<>(Users::templatesOf);

  void podChanged(Change<Pod> change) {
    podsByClaim.apply(change);
    podsByTemplate.apply(change);
    podsByGroup.apply(change);
  }

  void groupChanged(Change<PodGroup> change) {
    groupsByClaim.apply(change);
    groupsByTemplate.apply(change);
  }

  Collection<Pod> podsOfClaim(ObjectKey claim) {
    return podsByClaim.under(claim);
  }

  Collection<Pod> podsOfTemplate(ObjectKey template) {
    return podsByTemplate.under(template);
  }

  Collection<Pod> podsOfGroup(ObjectKey group) {
    return podsByGroup.under(group);
  }

  Collection<PodGroup> groupsOfClaim(ObjectKey claim) {
    return groupsByClaim.under(claim);
  }

  Collection<PodGroup> groupsOfTemplate(ObjectKey template) {
    return groupsByTemplate.under(template);
  }

  /** Returns the claims that a pod names, the one for its extended resources included. */
  static Set<ObjectKey> claimsOf(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    Set<ObjectKey> claims = new LinkedHashSet<>();
    PodClaims.entriesOf(pod)
        .forEach(entry -> addTo(claims, namespace, PodClaims.nameOf(pod, entry)));
    if (pod.getStatus() != null && pod.getStatus().getExtendedResourceClaimStatus() != null) {
      claims.add(
          ObjectKey.of(
              namespace, pod.getStatus().getExtendedResourceClaimStatus().getResourceClaimName()));
    }
    return claims;
  }

  /** Returns the claims that a pod group names. */
  static Set<ObjectKey> claimsOf(PodGroup group) {
    String namespace = group.getMetadata().getNamespace();
    Set<ObjectKey> claims = new LinkedHashSet<>();
    group
        .getSpec()
        .getResourceClaims()
        .forEach(entry -> addTo(claims, namespace, PodClaims.nameOf(group, entry)));
    return claims;
  }

  private static void addTo(Set<ObjectKey> claims, String namespace, ClaimName name) {
    if (name instanceof ClaimName.Direct direct) {
      claims.add(ObjectKey.of(namespace, direct.name()));
    } else if (name instanceof ClaimName.Generated generated) {
      claims.add(ObjectKey.of(namespace, generated.name()));
    }
  }

  private static Set<ObjectKey> templatesOf(Pod pod) {
    return PodClaims.entriesOf(pod).stream()
        .map(entry -> entry.getResourceClaimTemplateName())
        .filter(Objects::nonNull)
        .map(name -> ObjectKey.of(pod.getMetadata().getNamespace(), name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<ObjectKey> templatesOf(PodGroup group) {
    return group.getSpec().getResourceClaims().stream()
        .map(entry -> entry.getResourceClaimTemplateName())
        .filter(Objects::nonNull)
        .map(name -> ObjectKey.of(group.getMetadata().getNamespace(), name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<ObjectKey> groupsOf(Pod pod) {
    String group = PodClaims.groupNameOf(pod);
    return group == null ? Set.of() : Set.of(ObjectKey.of(pod.getMetadata().getNamespace(), group));
  }
}
