package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets kubelets do what they need (plugin/pkg/auth/authorizer/node, 1.37). It goes by resources and
 * does not follow which secret belongs to which pod.
 */
final class NodeAuthorizer implements Authorizer {

  private static final String USER_PREFIX = "system:node:";
  private static final String GROUP = "system:nodes";
  private static final Set<String> READ = Set.of("get", "list", "watch");

  /** What a kubelet may do, by {@code group/resource}. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("/nodes", Set.of("create", "get", "list", "watch", "update", "patch")),
          Map.entry("/nodes/status", Set.of("update", "patch")),
          Map.entry("/pods", Set.of("get", "list", "watch", "create", "delete")),
          Map.entry("/pods/status", Set.of("update", "patch")),
          Map.entry("/pods/eviction", Set.of("create")),
          Map.entry("/services", READ),
          Map.entry("/configmaps", READ),
          Map.entry("/secrets", READ),
          Map.entry("/persistentvolumes", READ),
          Map.entry("/persistentvolumeclaims", READ),
          Map.entry("/events", Set.of("create", "update", "patch")),
          Map.entry("/serviceaccounts/token", Set.of("create")),
          Map.entry(
              "coordination.k8s.io/leases",
              Set.of("get", "create", "update", "patch", "delete", "list", "watch")),
          Map.entry("resource.k8s.io/resourceclaims", Set.of("get")),
          Map.entry(
              "resource.k8s.io/resourceslices",
              Set.of(
                  "get",
                  "list",
                  "watch",
                  "create",
                  "update",
                  "patch",
                  "delete",
                  "deletecollection")),
          Map.entry("storage.k8s.io/csinodes", Set.of("get", "create", "update", "patch")),
          Map.entry("storage.k8s.io/csidrivers", READ),
          Map.entry("storage.k8s.io/volumeattachments", Set.of("get")),
          Map.entry("node.k8s.io/runtimeclasses", READ),
          Map.entry("authentication.k8s.io/tokenreviews", Set.of("create")),
          Map.entry("authorization.k8s.io/subjectaccessreviews", Set.of("create")));

  @Override
  public boolean allows(User user, AccessRequest request) {
    if (!(request instanceof AccessRequest.OfResource resource) || nodeOf(user).isEmpty()) {
      return false;
    }
    Access access = resource.access();
    return ALLOWED
        .getOrDefault(access.group() + "/" + resource.resource(), Set.of())
        .contains(access.verb());
  }

  /** Returns the node that a user is the kubelet of, empty if it is none. */
  static String nodeOf(User user) {
    return user.name().startsWith(USER_PREFIX) && user.groups().containsAll(List.of(GROUP))
        ? user.name().substring(USER_PREFIX.length())
        : "";
  }
}
