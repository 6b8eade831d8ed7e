package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What must be true of namespaces, nodes, quotas and roles once nothing goes wrong any more. */
final class ClusterChecks {

  private ClusterChecks() {}

  static void check(Laboratory laboratory) {
    for (Namespace namespace : laboratory.list(Namespace.class)) {
      if (namespace.getMetadata().getDeletionTimestamp() != null) {
        throw wrong(namespace, "does not go: " + namespace.getStatus());
      }
      has(laboratory, namespace, ServiceAccount.class, "default");
      has(laboratory, namespace, ConfigMap.class, "kube-root-ca.crt");
    }
    for (ConfigMap map : laboratory.list(ConfigMap.class)) {
      if (map.getMetadata().getName().equals("kube-root-ca.crt")
          && "other".equals(map.getData().get("ca.crt"))) {
        throw wrong(map, "has not been mended");
      }
    }
    everythingHasItsNamespace(laboratory);
    laboratory.list(ResourceQuota.class).forEach(quota -> check(laboratory, quota));
    List<ClusterRole> roles = laboratory.list(ClusterRole.class);
    roles.stream()
        .filter(role -> role.getAggregationRule() != null && ClusterTheme.isOurs(role))
        .forEach(role -> check(role, roles));
    for (ResourcePoolStatusRequest request : laboratory.list(ResourcePoolStatusRequest.class)) {
      if (request.getStatus() == null || request.getStatus().getConditions().isEmpty()) {
        throw wrong(request, "is not answered");
      }
    }
    for (Node node : laboratory.list(Node.class)) {
      if (!node.getSpec().getTaints().isEmpty()) {
        throw wrong(node, "is well and keeps its taints: " + node.getSpec().getTaints());
      }
    }
    laboratory.list(Pod.class).forEach(ClusterChecks::check);
  }

  private static void check(Pod pod) {
    if (pod.getSpec().getNodeName() == null && PodClaims.entriesOf(pod).isEmpty()) {
      throw wrong(pod, "waits although there is room: " + pod.getStatus());
    }
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      throw wrong(pod, "does not go");
    }
  }

  private static void check(Laboratory laboratory, ResourceQuota quota) {
    String namespace = quota.getMetadata().getNamespace();
    long pods =
        laboratory.list(Pod.class).stream()
            .filter(pod -> pod.getMetadata().getNamespace().equals(namespace))
            .filter(pod -> !PodClaims.hasEnded(pod))
            .count();
    long maps =
        laboratory.list(ConfigMap.class).stream()
            .filter(map -> map.getMetadata().getNamespace().equals(namespace))
            .count();
    long devices =
        laboratory.list(ResourceClaim.class).stream()
            .filter(claim -> claim.getMetadata().getNamespace().equals(namespace))
            .count();
    Map<String, Quantity> used = quota.getStatus() == null ? Map.of() : quota.getStatus().getUsed();
    Map<String, Quantity> right =
        Map.of(
            "pods", new Quantity(String.valueOf(pods)),
            "configmaps", new Quantity(String.valueOf(maps)),
            "nic.deviceclass.resource.k8s.io/devices", new Quantity(String.valueOf(devices)));
    if (!right.equals(used)) {
      throw wrong(quota, "says %s instead of %s".formatted(used, right));
    }
  }

  private static void check(ClusterRole role, List<ClusterRole> all) {
    Set<PolicyRule> right = new HashSet<>();
    all.stream()
        .filter(
            other ->
                role.getAggregationRule().getClusterRoleSelectors().stream()
                    .anyMatch(selector -> LabelSelectors.matches(selector, other)))
        .forEach(other -> right.addAll(other.getRules()));
    Set<PolicyRule> rules = role.getRules() == null ? Set.of() : Set.copyOf(role.getRules());
    if (!right.equals(rules)) {
      throw wrong(role, "has the rules %s instead of %s".formatted(rules, right));
    }
  }

  private static <T extends HasMetadata> void has(
      Laboratory laboratory, Namespace namespace, Class<T> kind, String name) {
    boolean there =
        laboratory.list(kind).stream()
            .anyMatch(
                object ->
                    object.getMetadata().getName().equals(name)
                        && object
                            .getMetadata()
                            .getNamespace()
                            .equals(namespace.getMetadata().getName()));
    if (!there) {
      throw wrong(namespace, "has no " + HasMetadata.getSingular(kind) + " " + name);
    }
  }

  /** Says that no namespace of the user's is there any more, and nothing that was in one. */
  static void namespacesAreGone(Laboratory laboratory) {
    laboratory.list(Namespace.class).stream()
        .filter(ClusterTheme::isOurs)
        .forEach(
            namespace -> {
              throw wrong(namespace, "does not go: " + namespace.getStatus());
            });
    everythingHasItsNamespace(laboratory);
  }

  private static void everythingHasItsNamespace(Laboratory laboratory) {
    Set<String> names =
        laboratory.list(Namespace.class).stream()
            .map(namespace -> namespace.getMetadata().getName())
            .collect(Collectors.toSet());
    List.of(
            Pod.class,
            ResourceClaim.class,
            ConfigMap.class,
            ServiceAccount.class,
            ResourceQuota.class)
        .forEach(
            kind ->
                laboratory.list(kind).stream()
                    .filter(object -> !names.contains(object.getMetadata().getNamespace()))
                    .forEach(
                        object -> {
                          throw wrong(object, "is in a namespace that is gone");
                        }));
  }

  private static Violation wrong(HasMetadata object, String what) {
    return new Violation(
        "cluster does not settle",
        "%s %s %s".formatted(object.getKind(), object.getMetadata().getName(), what));
  }
}
