package io.github.dratestkit.apiserver.registry.kinds.warnings;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What is accepted in objects and yet hardly meant (pkg/api and pkg/registry, 1.37). */
public final class KindWarnings {

  private static final int LABEL = 63;

  private KindWarnings() {}

  /** A pod: its name becomes a hostname. */
  public static List<String> pod(JsonNode pod) {
    List<String> warnings = new ArrayList<>();
    name(pod, "the Pod's hostname", warnings);
    warnings.addAll(PodWarnings.of(pod, ""));
    return warnings;
  }

  /** What makes pods of a template, and names them after itself. */
  public static List<String> namingPods(JsonNode object, String template) {
    List<String> warnings = new ArrayList<>();
    name(object, "Pod names and hostnames", warnings);
    warnings.addAll(template(object, template));
    return warnings;
  }

  /** What has a template of pods at a path, such as {@code spec.template}. */
  public static List<String> template(JsonNode object, String path) {
    JsonNode template = object;
    for (String part : path.split("\\.", -1)) {
      template = template.path(part);
    }
    return PodWarnings.of(template, path + ".");
  }

  private static void name(JsonNode object, String use, List<String> warnings) {
    String name = object.path("metadata").path("name").asString("");
    List<String> problems = new ArrayList<>();
    if (name.length() > LABEL) {
      problems.add("must be no more than 63 bytes");
    }
    if (name.indexOf('.') >= 0) {
      problems.add("must not contain dots");
    }
    if (!problems.isEmpty()) {
      warnings.add(
          "metadata.name: this is used in "
              + use
              + ", which can result in surprising behavior; a DNS label is recommended: ["
              + String.join(" ", problems)
              + "]");
    }
  }

  public static List<String> statefulSet(JsonNode set) {
    List<String> warnings = new ArrayList<>();
    if (set.path("spec").path("revisionHistoryLimit").asInt(0) < 0) {
      warnings.add(
          "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value"
              + " >= 0 is recommended");
    }
    warnings.addAll(template(set, "spec.template"));
    return warnings;
  }

  public static List<String> service(JsonNode service) {
    List<String> warnings = new ArrayList<>();
    JsonNode spec = service.path("spec");
    String hints = "service.kubernetes.io/topology-aware-hints";
    if (service.path("metadata").path("annotations").has(hints)) {
      warnings.add(
          "annotation "
              + hints
              + " is deprecated, please use service.kubernetes.io/topology-mode instead");
    }
    boolean addressed = !spec.path("externalIPs").isEmpty();
    if (spec.path("type").asString("").equals("ExternalName") && addressed) {
      warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    } else if (spec.path("clusterIP").asString("").equals("None")) {
      if (!spec.path("loadBalancerIP").asString("").isEmpty()) {
        warnings.add("spec.loadBalancerIP is ignored for headless services");
      }
      if (addressed) {
        warnings.add("spec.externalIPs is ignored for headless services");
      }
      if (!spec.path("sessionAffinity").asString("None").equals("None")) {
        warnings.add("spec.SessionAffinity is ignored for headless services");
      }
    }
    boolean reachable =
        !spec.path("type").asString("").equals("ExternalName")
            && !spec.path("clusterIP").asString("").equals("None");
    if (addressed && reachable) {
      warnings.add(
          "spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    }
    if (spec.path("trafficDistribution").asString("").equals("PreferClose")) {
      warnings.add(
          "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
    return warnings;
  }

  public static List<String> endpointSlice(JsonNode slice) {
    return slice.path("addressType").asString("").equals("FQDN")
        ? List.of("spec.addressType: FQDN endpoints are deprecated")
        : List.of();
  }

  public static List<String> driver(JsonNode driver) {
    JsonNode spec = driver.path("spec");
    return !spec.path("tokenRequests").isEmpty() && !spec.has("serviceAccountTokenInSecrets")
        ? List.of(
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to"
                + " true to prevent possible logging of tokens in volume attributes")
        : List.of();
  }

  public static List<String> storageClass(JsonNode storage) {
    List<String> warnings = new ArrayList<>();
    JsonNode terms = storage.path("allowedTopologies");
    for (int i = 0; i < terms.size(); i++) {
      JsonNode expressions = terms.get(i).path("matchLabelExpressions");
      for (int j = 0; j < expressions.size(); j++) {
        String at = "allowedTopologies[" + i + "].matchLabelExpressions[" + j + "].key: ";
        PodWarnings.ofLabel(expressions.get(j).path("key").asString(""))
            .ifPresent(text -> warnings.add(at + text));
      }
    }
    return warnings;
  }

  public static List<String> ingress(JsonNode ingress) {
    return ingress.path("metadata").path("annotations").has("kubernetes.io/ingress.class")
        ? List.of(
            "annotation \"kubernetes.io/ingress.class\" is deprecated, please use"
                + " 'spec.ingressClassName' instead")
        : List.of();
  }

  public static List<String> node(JsonNode node) {
    return node.path("spec").path("externalID").asString("").isEmpty()
        ? List.of()
        : List.of("spec.externalID: this field is deprecated, and is unused by Kubernetes");
  }

  private static void storageAnnotation(JsonNode object, List<String> warnings) {
    String annotation = "volume.beta.kubernetes.io/storage-class";
    if (object.path("metadata").path("annotations").has(annotation)) {
      warnings.add(
          "metadata.annotations["
              + annotation
              + "]: deprecated since v1.8; use \"storageClassName\" attribute instead");
    }
  }

  public static List<String> volume(JsonNode volume) {
    List<String> warnings = new ArrayList<>();
    storageAnnotation(volume, warnings);
    JsonNode spec = volume.path("spec");
    if (spec.path("persistentVolumeReclaimPolicy").asString("").equals("Recycle")) {
      warnings.add(
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead,"
              + " the recommended approach is to use dynamic provisioning.");
    }
    JsonNode terms = spec.path("nodeAffinity").path("required").path("nodeSelectorTerms");
    for (int i = 0; i < terms.size(); i++) {
      JsonNode expressions = terms.get(i).path("matchExpressions");
      for (int j = 0; j < expressions.size(); j++) {
        String key = expressions.get(j).path("key").asString("");
        String at =
            "spec.nodeAffinity.required.nodeSelectorTerms["
                + i
                + "].matchExpressions["
                + j
                + "].key: ";
        PodWarnings.ofLabel(key).ifPresent(text -> warnings.add(at + key + " is " + text));
      }
    }
    return warnings;
  }

  public static List<String> volumeClaim(JsonNode claim) {
    List<String> warnings = new ArrayList<>();
    storageAnnotation(claim, warnings);
    JsonNode storage = claim.path("spec").path("resources").path("requests").path("storage");
    PodWarnings.fraction(storage.asString(""), "spec.resources.requests[storage]", warnings);
    return warnings;
  }
}
