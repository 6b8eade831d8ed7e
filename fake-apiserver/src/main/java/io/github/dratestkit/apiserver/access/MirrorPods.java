package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.access.NodeRestriction.Subject;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The only pods that a kubelet creates: images of those it runs from its own files, which refer to
 * nothing else (plugin/pkg/admission/noderestriction, 1.37).
 */
final class MirrorPods {

  private static final String ANNOTATION = "kubernetes.io/config.mirror";
  private static final GroupResource NODES = new GroupResource("", "nodes");

  /** What volumes refer to, by their kind. */
  private static final Map<String, String> VOLUMES =
      Map.of(
          "configMap", "configmaps (via configmap volumes)",
          "secret", "secrets (via secret volumes)",
          "csi", "csidrivers (via CSI volumes)",
          "glusterfs", "endpoints (via glusterFS volumes)",
          "persistentVolumeClaim", "persistentvolumeclaims",
          "ephemeral", "persistentvolumeclaims (via ephemeral volumes)",
          "azureFile", "secrets (via azureFile volumes)");

  /** What projected volumes refer to, by the kind of their source. */
  private static final Map<String, String> PROJECTED =
      Map.of(
          "configMap", "configmaps (via projected volumes)",
          "secret", "secrets (via projected volumes)",
          "serviceAccountToken", "serviceaccounts (via projected volumes)",
          "clusterTrustBundle", "clustertrustbundles",
          "podCertificate", "podcertificates");

  private MirrorPods() {}

  static void check(Subject subject) {
    String node = "node \"" + subject.node() + "\" ";
    JsonNode metadata = subject.object().path("metadata");
    subject.require(
        metadata.path("annotations").has(ANNOTATION),
        "pod does not have \""
            + ANNOTATION
            + "\" annotation, "
            + node
            + "can only create mirror pods");
    subject.require(
        subject.object().path("spec").path("nodeName").asString("").equals(subject.node()),
        node + "can only create pods with spec.nodeName set to itself");
    JsonNode owners = metadata.path("ownerReferences");
    subject.require(
        owners.size() <= 1,
        node + "can only create pods with a single owner reference set to itself");
    checkOwner(subject, node, owners.path(0));
    checkReferences(subject, node, subject.object().path("spec"));
  }

  private static void checkOwner(Subject subject, String node, JsonNode owner) {
    boolean itself =
        owner.path("apiVersion").asString("").equals("v1")
            && owner.path("kind").asString("").equals("Node")
            && owner.path("name").asString("").equals(subject.node());
    subject.require(itself, node + "can only create pods with an owner reference set to itself");
    subject.require(
        owner.path("controller").asBoolean(false),
        node + "can only create pods with a controller owner reference set to itself");
    subject.require(
        !owner.path("blockOwnerDeletion").asBoolean(false),
        node + "must not set blockOwnerDeletion on an owner reference");
    ObjectNode stored =
        subject
            .context()
            .find(NODES, "", subject.node())
            .orElseThrow(
                () -> StatusErrors.notFound(new GroupResource("", "node"), subject.node()));
    String uid = stored.path("metadata").path("uid").asString("");
    String told = owner.path("uid").asString("");
    subject.require(
        told.equals(uid),
        "node " + subject.node() + " UID mismatch: expected " + told + " got " + uid);
  }

  private static void checkReferences(Subject subject, String node, JsonNode spec) {
    String referenced = referenced(spec);
    subject.require(
        referenced.isEmpty(), node + "can not create pods that reference " + referenced);
  }

  private static String referenced(JsonNode spec) {
    if (!spec.path("serviceAccountName").asString("").isEmpty()) {
      return "serviceaccounts";
    }
    if (NodeRelations.refersToSecrets(spec)) {
      return "secrets";
    }
    if (NodeRelations.refersToConfigMaps(spec)) {
      return "configmaps";
    }
    if (!spec.path("resourceClaims").isEmpty()) {
      return "resourceclaims";
    }
    for (JsonNode volume : spec.path("volumes")) {
      for (Map.Entry<String, String> kind : VOLUMES.entrySet()) {
        if (volume.has(kind.getKey())) {
          return kind.getValue();
        }
      }
      for (JsonNode source : volume.path("projected").path("sources")) {
        for (Map.Entry<String, String> kind : PROJECTED.entrySet()) {
          if (source.has(kind.getKey())) {
            return kind.getValue();
          }
        }
      }
    }
    return "";
  }
}
