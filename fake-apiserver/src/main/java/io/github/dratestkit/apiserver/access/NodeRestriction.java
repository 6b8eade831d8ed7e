package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps a kubelet to its own node, its pods and their tokens (plugin/pkg/admission/noderestriction,
 * 1.37).
 */
final class NodeRestriction implements AdmissionPlugin {

  private static final GroupResource PODS = new GroupResource("", "pods");

  @Override
  public void admitCreate(Target target, ObjectNode object, WriteContext context) {
    nodeOf(target, object, context)
        .ifPresent(node -> create(new Subject(node, target, object, context)));
  }

  @Override
  public void admitUpdate(Target target, ObjectNode object, ObjectNode old, WriteContext context) {
    nodeOf(target, object, context)
        .ifPresent(node -> update(new Subject(node, target, object, context), old));
  }

  @Override
  public void validateDelete(Target target, ObjectNode object, WriteContext context) {
    nodeOf(target, object, context)
        .ifPresent(node -> delete(new Subject(node, target, object, context)));
  }

  @Override
  public void validatePost(Target target, ObjectNode body, WriteContext context) {
    nodeOf(target, body, context).ifPresent(node -> post(new Subject(node, target, body, context)));
  }

  /** What a kubelet writes, and where. */
  record Subject(String node, Target target, ObjectNode object, WriteContext context) {

    String resource() {
      return target.resource().resource().toString();
    }

    String name() {
      return object.path("metadata").path("name").asString("");
    }

    StatusException refusal(String message) {
      String name = target.name().isEmpty() ? name() : target.name();
      return StatusErrors.forbidden(target.resource().resource(), name, message);
    }

    void require(boolean holds, String message) {
      if (!holds) {
        throw refusal(message);
      }
    }
  }

  private static Optional<String> nodeOf(Target target, ObjectNode object, WriteContext context) {
    User user = User.of(context.caller().user(), context.caller().groups().toArray(String[]::new));
    if (!NodeAuthorizer.isNode(user)) {
      return Optional.empty();
    }
    String node = NodeAuthorizer.nodeOf(user);
    if (node.isEmpty()) {
      throw StatusErrors.forbidden(
          target.resource().resource(),
          object.path("metadata").path("name").asString(""),
          "could not determine node from user \"" + user.name() + "\"");
    }
    return Optional.of(node);
  }

  private static void create(Subject subject) {
    switch (subject.resource()) {
      case "pods" -> MirrorPods.check(subject);
      case "nodes" -> NodeObjects.create(subject);
      case "leases.coordination.k8s.io" -> lease(subject, subject.name());
      case "csinodes.storage.k8s.io" -> csiNode(subject, subject.name());
      case "resourceslices.resource.k8s.io" ->
          subject.require(
              ofNode(subject),
              "can only create ResourceSlice with the same NodeName as the requesting node");
      case "persistentvolumeclaims" -> throw subject.refusal("may only update PVC status");
      default -> {}
    }
  }

  private static void update(Subject subject, ObjectNode old) {
    switch (subject.resource()) {
      case "pods" -> updatePod(subject, old);
      case "nodes" -> NodeObjects.update(subject, old);
      case "leases.coordination.k8s.io" -> lease(subject, subject.target().name());
      case "csinodes.storage.k8s.io" -> csiNode(subject, subject.target().name());
      case "persistentvolumeclaims" ->
          subject.require(
              subject.target().subresource().equals("status"), "may only update PVC status");
      default -> {}
    }
  }

  private static void delete(Subject subject) {
    switch (subject.resource()) {
      case "pods" ->
          subject.require(
              ofNode(subject),
              "node \""
                  + subject.node()
                  + "\" can only delete pods with spec.nodeName set to itself");
      case "nodes" -> NodeObjects.own(subject, subject.target().name());
      case "leases.coordination.k8s.io" -> lease(subject, subject.target().name());
      case "csinodes.storage.k8s.io" -> csiNode(subject, subject.target().name());
      case "resourceslices.resource.k8s.io" ->
          subject.require(
              ofNode(subject),
              "can only delete ResourceSlice with the same NodeName as the requesting node");
      default -> {}
    }
  }

  private static void post(Subject subject) {
    String what = subject.resource() + "/" + subject.target().subresource();
    if (what.equals("pods/eviction")) {
      subject.require(
          pod(subject, subject.target().name())
              .path("spec")
              .path("nodeName")
              .asString("")
              .equals(subject.node()),
          "node " + subject.node() + " can only evict pods with spec.nodeName set to itself");
    } else if (what.equals("serviceaccounts/token")) {
      NodeTokens.check(subject);
    }
  }

  /** Returns a pod of the namespace; the lister that knows it says pod, not pods. */
  static ObjectNode pod(Subject subject, String name) {
    return subject
        .context()
        .find(PODS, subject.target().namespace(), name)
        .orElseThrow(() -> StatusErrors.notFound(new GroupResource("", "pod"), name));
  }

  private static boolean ofNode(Subject subject) {
    return subject.object().path("spec").path("nodeName").asString("").equals(subject.node());
  }

  private static void updatePod(Subject subject, ObjectNode old) {
    String node = "node \"" + subject.node() + "\" ";
    subject.require(
        subject.target().subresource().equals("status"),
        "unexpected operation \"UPDATE\", " + node + "can only create and delete mirror pods");
    subject.require(
        old.path("spec").path("nodeName").asString("").equals(subject.node()),
        node + "can only update pod status for pods with spec.nodeName set to itself");
    JsonNode labels = subject.object().path("metadata").path("labels");
    subject.require(
        same(labels, old.path("metadata").path("labels")),
        node + "cannot update labels through pod status");
    JsonNode now = subject.object().path("status");
    JsonNode then = old.path("status");
    subject.require(
        same(now.path("resourceClaimStatuses"), then.path("resourceClaimStatuses")),
        node + "cannot update resource claim statues");
    subject.require(
        same(now.path("extendedResourceClaimStatus"), then.path("extendedResourceClaimStatus")),
        node + "cannot update extended resource claim status");
    subject.require(
        same(
            now.path("nodeAllocatableResourceClaimStatuses"),
            then.path("nodeAllocatableResourceClaimStatuses")),
        node + "cannot update node allocatable resource claim statuses");
  }

  /** Says whether two values are the same, where empty and absent are. */
  static boolean same(JsonNode one, JsonNode other) {
    return one.equals(other) || one.isEmpty() && other.isEmpty();
  }

  private static void lease(Subject subject, String name) {
    subject.require(
        subject.target().namespace().equals("kube-node-lease"),
        "can only access leases in the \"kube-node-lease\" system namespace");
    subject.require(
        name.equals(subject.node()),
        "can only access node lease with the same name as the requesting node");
  }

  private static void csiNode(Subject subject, String name) {
    subject.require(
        name.equals(subject.node()),
        "can only access CSINode with the same name as the requesting node");
  }
}
