package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.access.NodeRestriction.Subject;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a kubelet may write of nodes: only its own, without taints and owners, and only labels that
 * steer no pods to it (plugin/pkg/admission/noderestriction and kubelet/pkg/apis, 1.37).
 */
final class NodeObjects {

  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final Set<String> KUBELET_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch");
  private static final Set<String> KUBELET_NAMESPACES =
      Set.of("kubelet.kubernetes.io", "node.kubernetes.io");

  private NodeObjects() {}

  static void own(Subject subject, String name) {
    subject.require(
        name.equals(subject.node()),
        "node \"" + subject.node() + "\" is not allowed to modify node \"" + name + "\"");
  }

  static void create(Subject subject) {
    own(subject, subject.name());
    subject.require(
        !subject.object().path("spec").path("configSource").isObject(),
        "node \""
            + subject.node()
            + "\" is not allowed to create pods with a non-nil configSource");
    Set<String> forbidden = forbidden(labels(subject.object()), MissingNode.getInstance());
    subject.require(
        forbidden.isEmpty(),
        "node \""
            + subject.node()
            + "\" is not allowed to set the following labels: "
            + String.join(", ", forbidden));
  }

  static void update(Subject subject, ObjectNode old) {
    own(subject, subject.target().name());
    JsonNode now = subject.object();
    String node = "node \"" + subject.node() + "\" is not allowed to ";
    JsonNode source = now.path("spec").path("configSource");
    subject.require(
        !source.isObject() || source.equals(old.path("spec").path("configSource")),
        node + "update configSource to a new non-nil configSource");
    subject.require(
        NodeRestriction.same(now.path("spec").path("taints"), old.path("spec").path("taints")),
        node + "modify taints");
    subject.require(
        NodeRestriction.same(
            now.path("metadata").path("ownerReferences"),
            old.path("metadata").path("ownerReferences")),
        node + "modify ownerReferences");
    Set<String> forbidden = forbidden(labels(now), labels(old));
    subject.require(
        forbidden.isEmpty(), "is not allowed to modify labels: " + String.join(", ", forbidden));
  }

  private static JsonNode labels(JsonNode node) {
    return node.path("metadata").path("labels");
  }

  private static Set<String> forbidden(JsonNode now, JsonNode before) {
    Set<String> changed = new TreeSet<>();
    for (Map.Entry<String, JsonNode> label : now.properties()) {
      if (!label.getValue().equals(before.get(label.getKey()))) {
        changed.add(label.getKey());
      }
    }
    for (Map.Entry<String, JsonNode> label : before.properties()) {
      if (!now.has(label.getKey())) {
        changed.add(label.getKey());
      }
    }
    changed.removeIf(NodeObjects::isAllowed);
    return changed;
  }

  private static boolean isAllowed(String label) {
    String namespace = label.contains("/") ? label.substring(0, label.indexOf('/')) : "";
    if (isIn(namespace, RESTRICTED)) {
      return false;
    }
    boolean ofKubernetes = isIn(namespace, "kubernetes.io") || isIn(namespace, "k8s.io");
    return !ofKubernetes
        || KUBELET_LABELS.contains(label)
        || KUBELET_NAMESPACES.stream().anyMatch(own -> isIn(namespace, own));
  }

  private static boolean isIn(String namespace, String domain) {
    return namespace.equals(domain) || namespace.endsWith("." + domain);
  }
}
