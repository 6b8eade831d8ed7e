package io.github.dratestkit.apiserver.registry.kinds.warnings;

import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What is accepted in a pod and yet hardly meant (pkg/api/pod/warnings.go, 1.37). */
final class PodWarnings {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final Map<String, String> OLD_LABELS =
      Map.of(
          "beta.kubernetes.io/arch",
          old("1.14", "kubernetes.io/arch"),
          "beta.kubernetes.io/os",
          old("1.14", "kubernetes.io/os"),
          "failure-domain.beta.kubernetes.io/region",
          old("1.17", "topology.kubernetes.io/region"),
          "failure-domain.beta.kubernetes.io/zone",
          old("1.17", ZONE),
          "beta.kubernetes.io/instance-type",
          old("1.17", "node.kubernetes.io/instance-type"));
  private static final Map<String, String> OLD_VOLUMES =
      Map.of(
          "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+",
          "glusterfs", "deprecated in v1.25, non-functional in v1.26+",
          "rbd", "deprecated in v1.28, non-functional in v1.31+",
          "cephfs", "deprecated in v1.28, non-functional in v1.31+",
          "scaleIO", "deprecated in v1.16, non-functional in v1.22+",
          "flocker", "deprecated in v1.22, non-functional in v1.25+",
          "quobyte", "deprecated in v1.22, non-functional in v1.25+",
          "storageos", "deprecated in v1.22, non-functional in v1.25+");
  private static final Map<String, String> OLD_ANNOTATIONS =
      Map.of(
          "scheduler.alpha.kubernetes.io/critical-pod",
          nowField("1.16", "priorityClassName"),
          "security.alpha.kubernetes.io/sysctls",
          nowField("1.11", "sysctls"),
          "security.alpha.kubernetes.io/unsafe-sysctls",
          nowField("1.11", "sysctls"),
          "seccomp.security.alpha.kubernetes.io/pod",
          nowField("1.27", "seccompProfile"));

  private final List<String> warnings = new ArrayList<>();
  private final String path;

  private PodWarnings(String path) {
    this.path = path;
  }

  /** Returns what can be said of a pod, or of a template below a path that ends in a dot. */
  static List<String> of(JsonNode pod, String path) {
    PodWarnings found = new PodWarnings(path + "spec.");
    JsonNode spec = pod.path("spec");
    found.selector(spec.path("nodeSelector"));
    found.affinity(spec.path("affinity"));
    found.spread(spec.path("topologySpreadConstraints"));
    found.annotations(pod.path("metadata").path("annotations"), path + "metadata.annotations");
    found.twice(spec.path("hostAliases"), "hostAliases", "ip");
    found.volumes(spec.path("volumes"));
    found.twice(spec.path("imagePullSecrets"), "imagePullSecrets", "name");
    for (String list : List.of("initContainers", "containers")) {
      for (int i = 0; i < spec.path(list).size(); i++) {
        found.container(spec.path(list).get(i), list + "[" + i + "]");
      }
    }
    return found.warnings;
  }

  private static String old(String since, String instead) {
    return "deprecated since v" + since + "; use \"" + instead + "\" instead";
  }

  private static String nowField(String since, String field) {
    return "non-functional in v" + since + "+; use the \"" + field + "\" field instead";
  }

  private void warn(String at, String text) {
    warnings.add(path + at + ": " + text);
  }

  private void selector(JsonNode selector) {
    for (String label : selector.propertyNames()) {
      if (OLD_LABELS.containsKey(label)) {
        warn("nodeSelector[" + label + "]", OLD_LABELS.get(label));
      }
    }
  }

  private void affinity(JsonNode affinity) {
    String required = "requiredDuringSchedulingIgnoredDuringExecution";
    String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    JsonNode nodes = affinity.path("nodeAffinity");
    String at = "affinity.nodeAffinity.";
    JsonNode terms = nodes.path(required).path("nodeSelectorTerms");
    for (int i = 0; i < terms.size(); i++) {
      keys(terms.get(i), at + required + ".nodeSelectorTerms[" + i + "]");
    }
    for (int i = 0; i < nodes.path(preferred).size(); i++) {
      JsonNode preference = nodes.path(preferred).get(i).path("preference");
      keys(preference, at + preferred + "[" + i + "].preference");
    }
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      JsonNode pods = affinity.path(kind);
      for (int i = 0; i < pods.path(required).size(); i++) {
        term(pods.path(required).get(i), "affinity." + kind + "." + required + "[" + i + "]");
      }
      for (int i = 0; i < pods.path(preferred).size(); i++) {
        term(
            pods.path(preferred).get(i).path("podAffinityTerm"),
            "affinity." + kind + "." + preferred + "[" + i + "].podAffinityTerm");
      }
    }
  }

  private void keys(JsonNode term, String at) {
    for (int i = 0; i < term.path("matchExpressions").size(); i++) {
      label(
          term.path("matchExpressions").get(i).path("key").asString(""),
          at + ".matchExpressions[" + i + "].key");
    }
  }

  private void label(String label, String at) {
    if (OLD_LABELS.containsKey(label)) {
      warn(at, label + " is " + OLD_LABELS.get(label));
    }
  }

  private void term(JsonNode term, String at) {
    if (!term.path("labelSelector").isObject()) {
      warn(at + ".labelSelector", "a null labelSelector results in matching no pod");
    }
  }

  private void spread(JsonNode constraints) {
    for (int i = 0; i < constraints.size(); i++) {
      String at = "topologySpreadConstraints[" + i + "]";
      label(constraints.get(i).path("topologyKey").asString(""), at + ".topologyKey");
      term(constraints.get(i), at);
    }
  }

  private void annotations(JsonNode annotations, String at) {
    for (String name : annotations.propertyNames()) {
      String text = OLD_ANNOTATIONS.get(name);
      if (name.startsWith("container.apparmor.security.beta.kubernetes.io/")) {
        text = "deprecated since v1.30; use the \"appArmorProfile\" field instead";
      } else if (name.startsWith("container.seccomp.security.alpha.kubernetes.io/")) {
        text = nowField("1.27", "seccompProfile");
      }
      if (text != null) {
        warnings.add(at + "[" + name + "]: " + text);
      }
    }
  }

  private void twice(JsonNode list, String field, String key) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String value = list.get(i).path(key).asString("");
      String at = field + "[" + i + "]." + key;
      if (value.isEmpty() && key.equals("name")) {
        warn(at, "invalid empty name \"\"");
      } else if (!seen.add(value)) {
        warn(at, "duplicate " + key + " \"" + value + "\"");
      }
    }
  }

  private void volumes(JsonNode volumes) {
    for (int i = 0; i < volumes.size(); i++) {
      for (String source : volumes.get(i).propertyNames()) {
        if (OLD_VOLUMES.containsKey(source)) {
          // The one name that upstream spells otherwise here than in the field.
          String name = source.equals("storageos") ? "storageOS" : source;
          warn("volumes[" + i + "]." + name, OLD_VOLUMES.get(source));
        }
      }
    }
  }

  private void container(JsonNode container, String at) {
    for (String amounts : List.of("limits", "requests")) {
      String memory = container.path("resources").path(amounts).path("memory").asString("");
      fraction(memory, path + at + ".resources." + amounts + "[memory]", warnings);
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < container.path("env").size(); i++) {
      String name = container.path("env").get(i).path("name").asString("");
      if (!names.add(name)) {
        warn(
            at + ".env[" + i + "]",
            "hides previous definition of \"" + name + "\", which may be dropped when using apply");
      }
    }
    Map<String, Integer> ports = new HashMap<>();
    for (int i = 0; i < container.path("ports").size(); i++) {
      JsonNode port = container.path("ports").get(i);
      hostAddress(port, at + ".ports[" + i + "]");
      String key =
          String.join(
              "/",
              port.path("containerPort").asString(""),
              port.path("protocol").asString("TCP"),
              port.path("hostIP").asString(""),
              port.path("hostPort").asString(""));
      Integer first = ports.putIfAbsent(key, i);
      if (first != null) {
        warn(
            at + ".ports[" + i + "]",
            "duplicate port definition with " + path + at + ".ports[" + first + "]");
      }
    }
  }

  // Shown as Go shows the structure.
  private void hostAddress(JsonNode port, String at) {
    String address = port.path("hostIP").asString("");
    if (!address.isEmpty() && port.path("hostPort").asInt(0) == 0) {
      warn(
          at,
          "hostIP set without hostPort: {Name:%s HostPort:0 ContainerPort:%d Protocol:%s HostIP:%s}"
              .formatted(
                  port.path("name").asString(""),
                  port.path("containerPort").asInt(0),
                  port.path("protocol").asString(""),
                  address));
    }
  }

  /** Returns what is to be said of a label of nodes, if it is an old one. */
  static Optional<String> ofLabel(String label) {
    return Optional.ofNullable(OLD_LABELS.get(label));
  }

  /** Warns of an amount of bytes that is none. */
  static void fraction(String amount, String at, List<String> warnings) {
    if (!amount.isEmpty() && !Quantity.parse(amount).isInteger()) {
      warnings.add(
          at + ": fractional byte value \"" + amount + "\" is invalid, must be an integer");
    }
  }
}
