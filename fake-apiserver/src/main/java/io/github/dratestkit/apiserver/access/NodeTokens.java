package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.access.NodeRestriction.Subject;
import io.github.dratestkit.apiserver.registry.WriteContext.Access;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The only tokens that a kubelet gets: those that are bound to a pod of its node, for an audience
 * that the pod asks for (plugin/pkg/admission/noderestriction, 1.37).
 */
final class NodeTokens {

  private static final GroupResource DRIVERS = new GroupResource("storage.k8s.io", "csidrivers");

  private NodeTokens() {}

  static void check(Subject subject) {
    JsonNode reference = subject.object().path("spec").path("boundObjectRef");
    String name = reference.path("name").asString("");
    boolean bound =
        reference.path("apiVersion").asString("").equals("v1")
            && reference.path("kind").asString("").equals("Pod")
            && !name.isEmpty();
    subject.require(bound, "node requested token not bound to a pod");
    String uid = reference.path("uid").asString("");
    subject.require(!uid.isEmpty(), "node requested token with a pod binding without a uid");
    ObjectNode pod = NodeRestriction.pod(subject, name);
    subject.require(
        uid.equals(pod.path("metadata").path("uid").asString("")),
        "the UID in the bound object reference ("
            + uid
            + ") does not match the UID in record. The object might have been deleted and then"
            + " recreated");
    subject.require(
        pod.path("spec").path("nodeName").asString("").equals(subject.node()),
        "node requested token bound to a pod scheduled on a different node");
    audience(subject, pod);
  }

  private static void audience(Subject subject, ObjectNode pod) {
    JsonNode audiences = subject.object().path("spec").path("audiences");
    subject.require(audiences.size() <= 1, "node may only request 0 or 1 audiences");
    String audience = audiences.path(0).asString("");
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      if (asksFor(subject, volume, audience)) {
        return;
      }
    }
    Access access =
        new Access(
            "request-serviceaccounts-token-audience",
            "",
            audience,
            "",
            subject.target().namespace(),
            subject.target().name());
    subject.require(
        subject.context().mayAlso(access).allowed(),
        "system:node:"
            + subject.node()
            + " is not authorized to request tokens for audience \""
            + audience
            + "\"");
  }

  private static boolean asksFor(Subject subject, JsonNode volume, String audience) {
    for (JsonNode source : volume.path("projected").path("sources")) {
      JsonNode token = source.path("serviceAccountToken");
      if (token.isObject() && token.path("audience").asString("").equals(audience)) {
        return true;
      }
    }
    String driver = volume.path("csi").path("driver").asString("");
    Optional<ObjectNode> stored = subject.context().find(DRIVERS, "", driver);
    if (stored.isPresent()) {
      for (JsonNode request : stored.get().path("spec").path("tokenRequests")) {
        if (request.path("audience").asString("").equals(audience)) {
          return true;
        }
      }
    }
    return false;
  }
}
