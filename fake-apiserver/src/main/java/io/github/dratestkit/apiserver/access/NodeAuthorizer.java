package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Lets kubelets do what they need for the pods of their node
 * (plugin/pkg/auth/authorizer/node/node_authorizer.go, 1.37). What a node has to do with an object
 * is read off the store for each question.
 */
final class NodeAuthorizer implements Authorizer {

  private static final String USER_PREFIX = "system:node:";
  private static final String GROUP = "system:nodes";
  private static final Set<String> READ = Set.of("get", "list", "watch");
  private static final Set<String> CHANGE = Set.of("update", "patch");
  private static final Set<String> ONE = Set.of("get", "create", "update", "patch", "delete");
  private static final StoreKey NODE_ROLE =
      new StoreKey(new GroupResource(Roles.GROUP, "clusterroles"), "", "system:node");

  private final Store store;

  NodeAuthorizer(Store store) {
    this.store = store;
  }

  @Override
  public Decision decide(User user, AccessRequest request) {
    if (!isNode(user)) {
      return Decision.NO_OPINION;
    }
    String node = nodeOf(user);
    if (node.isEmpty()) {
      return Decision.deny("unknown node for user \"" + user.name() + "\"");
    }
    if (request instanceof AccessRequest.OfResource resource) {
      return decide(node, resource);
    }
    return byRules(request);
  }

  /** Says whether a user is a kubelet, even one whose node is not known. */
  static boolean isNode(User user) {
    return user.name().startsWith(USER_PREFIX) && user.groups().contains(GROUP);
  }

  /** Returns the node that a user is the kubelet of, empty if it is none. */
  static String nodeOf(User user) {
    return isNode(user) ? user.name().substring(USER_PREFIX.length()) : "";
  }

  private Decision decide(String node, AccessRequest.OfResource request) {
    Access access = request.access();
    return switch (request.groupResource()) {
      case "secrets", "configmaps" -> readNamespaced(node, access);
      case "persistentvolumeclaims" ->
          access.subresource().equals("status") ? statusUpdate(node, access) : get(node, access);
      case "persistentvolumes",
          "resourceclaims.resource.k8s.io",
          "volumeattachments.storage.k8s.io" ->
          get(node, access);
      case "serviceaccounts" -> serviceAccount(node, access);
      case "leases.coordination.k8s.io" -> lease(node, access);
      case "csinodes.storage.k8s.io" -> csiNode(node, access);
      case "resourceslices.resource.k8s.io" -> slice(node, request);
      case "nodes" -> node(node, access);
      case "pods" -> pod(node, request);
      default -> byRules(request);
    };
  }

  // Everything else is the same for all nodes: a role that is bound to nobody says what.
  private Decision byRules(AccessRequest request) {
    StoredObject role = store.view().get(NODE_ROLE);
    if (role != null) {
      for (JsonNode rule : role.object().path("rules")) {
        if (PolicyRules.allows(rule, request)) {
          return Decision.allow("");
        }
      }
    }
    return Decision.NO_OPINION;
  }

  private Decision readNamespaced(String node, Access access) {
    if (!READ.contains(access.verb())) {
      return Decision.deny("can only read resources of this type");
    }
    if (!access.subresource().isEmpty()) {
      return Decision.deny("cannot read subresource");
    }
    if (access.namespace().isEmpty()) {
      return Decision.deny("can only read namespaced object of this type");
    }
    return related(node, access);
  }

  private Decision get(String node, Access access) {
    if (!access.verb().equals("get")) {
      return Decision.deny("can only get individual resources of this type");
    }
    return access.subresource().isEmpty()
        ? related(node, access)
        : Decision.deny("cannot get subresource");
  }

  private Decision statusUpdate(String node, Access access) {
    return CHANGE.contains(access.verb())
        ? related(node, access)
        : Decision.deny("can only get/update/patch this type");
  }

  private Decision serviceAccount(String node, Access access) {
    if (access.verb().equals("get") && access.subresource().isEmpty()) {
      return readNamespaced(node, access);
    }
    if (!access.verb().equals("create") || access.name().isEmpty()) {
      return Decision.deny("can only create tokens for individual service accounts");
    }
    return access.subresource().equals("token")
        ? related(node, access)
        : Decision.deny("can only create token subresource of serviceaccount");
  }

  private static Decision lease(String node, Access access) {
    if (!ONE.contains(access.verb())) {
      return Decision.deny("can only get, create, update, patch, or delete a node lease");
    }
    if (!access.namespace().equals("kube-node-lease")) {
      return Decision.deny("can only access leases in the \"kube-node-lease\" system namespace");
    }
    return ownName(node, access, "node lease");
  }

  private static Decision csiNode(String node, Access access) {
    if (access.subresource().equals("status")) {
      return Decision.deny("CSINode status access requires CSIVolumeHealth feature");
    }
    if (!access.subresource().isEmpty()) {
      return Decision.deny("cannot authorize CSINode subresources");
    }
    return ONE.contains(access.verb())
        ? ownName(node, access, "CSINode")
        : Decision.deny("can only get, create, update, patch, or delete a CSINode");
  }

  // What is created has no name yet here; the admission of nodes looks at it.
  private static Decision ownName(String node, Access access, String what) {
    return access.verb().equals("create") || access.name().equals(node)
        ? Decision.allow("")
        : Decision.deny("can only access " + what + " with the same name as the requesting node");
  }

  private Decision slice(String node, AccessRequest.OfResource request) {
    Access access = request.access();
    if (!access.subresource().isEmpty()) {
      return Decision.deny("cannot authorize ResourceSlice subresources");
    }
    return switch (access.verb()) {
      case "create" -> Decision.allow("");
      case "get", "update", "patch", "delete" -> related(node, access);
      case "watch", "list", "deletecollection" ->
          node.equals(request.fields().get("spec.nodeName"))
              ? Decision.allow("")
              : Decision.deny(
                  "can only list/watch/deletecollection resourceslices with nodeName field"
                      + " selector");
      default ->
          Decision.deny(
              "only the following verbs are allowed for a ResourceSlice: get, watch, list, create,"
                  + " update, patch, delete, deletecollection");
    };
  }

  private static Decision node(String node, Access access) {
    boolean write =
        access.subresource().isEmpty()
            ? Set.of("create", "update", "patch").contains(access.verb())
            : access.subresource().equals("status") && CHANGE.contains(access.verb());
    if (write) {
      return Decision.allow("");
    }
    if (!access.subresource().isEmpty() || !READ.contains(access.verb())) {
      return Decision.NO_OPINION;
    }
    if (access.name().equals(node)) {
      return Decision.allow("");
    }
    return Decision.deny(
        access.name().isEmpty()
            ? "node '" + node + "' cannot read all nodes, only its own Node object"
            : "node '" + node + "' cannot read '" + access.name() + "', only its own Node object");
  }

  private Decision pod(String node, AccessRequest.OfResource request) {
    Access access = request.access();
    boolean allowed =
        switch (access.subresource()) {
          case "" -> Set.of("create", "delete").contains(access.verb());
          case "status" -> CHANGE.contains(access.verb());
          case "eviction" -> access.verb().equals("create");
          default -> false;
        };
    if (allowed) {
      return Decision.allow("");
    }
    if (!access.subresource().isEmpty() || !READ.contains(access.verb())) {
      return Decision.NO_OPINION;
    }
    if (access.verb().equals("get")) {
      return related(node, access);
    }
    if (node.equals(request.fields().get("spec.nodeName"))) {
      return Decision.allow("");
    }
    return access.name().isEmpty()
        ? Decision.deny("can only list/watch pods with spec.nodeName field selector")
        : related(node, access);
  }

  private Decision related(String node, Access access) {
    if (access.name().isEmpty()) {
      return Decision.deny("No Object name found");
    }
    boolean related =
        new NodeRelations(store.view(), node)
            .isRelated(
                new StoreKey(
                    new GroupResource(access.group(), access.resource()),
                    access.namespace(),
                    access.name()));
    return related
        ? Decision.allow("")
        : Decision.deny("no relationship found between node '" + node + "' and this object");
  }
}
