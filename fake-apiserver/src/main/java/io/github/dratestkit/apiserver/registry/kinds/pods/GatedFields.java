package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a pod's spec that belong to a gate, each with the places where it stands
 * (dropDisabledFields, pkg/api/pod/util.go, 1.37). A place is a path in which a star stands for
 * every item of a list.
 */
final class GatedFields {

  private static final String[] CONTAINERS = {
    "containers/*", "initContainers/*", "ephemeralContainers/*"
  };
  private static final String[] PROBES = {"livenessProbe", "readinessProbe", "startupProbe"};

  /** A field behind a gate. */
  private record Gated(String gate, List<String> places) {}

  private static final List<Gated> ALL =
      List.of(
          new Gated("GenericWorkload", List.of("schedulingGroup")),
          new Gated("EvictionRequestAPI", List.of("evictionResponders")),
          new Gated("PodLevelResources", List.of("resources")),
          new Gated("UserNamespacesSupport", List.of("hostUsers")),
          new Gated("HostnameOverride", List.of("hostnameOverride")),
          new Gated(
              "SupplementalGroupsPolicy", List.of("securityContext/supplementalGroupsPolicy")),
          new Gated("SELinuxChangePolicy", List.of("securityContext/seLinuxChangePolicy")),
          new Gated(
              "MatchLabelKeysInPodTopologySpread",
              List.of("topologySpreadConstraints/*/matchLabelKeys")),
          new Gated("EmptyDirVolumeMode", List.of("volumes/*/emptyDir/mode")),
          new Gated("ImageVolume", List.of("volumes/*/image")),
          new Gated(
              "ClusterTrustBundleProjection",
              List.of("volumes/*/projected/sources/*/clusterTrustBundle")),
          new Gated(
              "PodCertificateRequest", List.of("volumes/*/projected/sources/*/podCertificate")),
          new Gated("AtomicWriteVolumeUserFields", users()),
          new Gated("ContainerStopSignals", inContainers("lifecycle/stopSignal")),
          new Gated("ContainerRestartRules", restartRules()),
          new Gated("VolumeBindMountOptions", inContainers("volumeMounts/*/bindMountOptions")),
          new Gated("RecursiveReadOnlyMounts", inContainers("volumeMounts/*/recursiveReadOnly")),
          new Gated("InPlacePodVerticalScaling", inContainers("resizePolicy")),
          new Gated("EnvFiles", inContainers("env/*/valueFrom/fileKeyRef")),
          new Gated("GRPCContainerProbeTLS", inProbes("grpc/mode")),
          new Gated("H2CContainerProbe", protocols()),
          new Gated("DynamicResourceAllocation", claims()));

  private GatedFields() {}

  private static List<String> inContainers(String place) {
    List<String> places = new ArrayList<>();
    for (String containers : CONTAINERS) {
      places.add(containers + "/" + place);
    }
    return places;
  }

  private static List<String> inProbes(String place) {
    List<String> places = new ArrayList<>();
    for (String probe : PROBES) {
      places.addAll(inContainers(probe + "/" + place));
    }
    return places;
  }

  private static List<String> protocols() {
    List<String> places = inProbes("httpGet/protocol");
    places.addAll(inContainers("lifecycle/postStart/httpGet/protocol"));
    places.addAll(inContainers("lifecycle/preStop/httpGet/protocol"));
    return places;
  }

  private static List<String> restartRules() {
    List<String> places = inContainers("restartPolicyRules");
    places.add("containers/*/restartPolicy");
    return places;
  }

  private static List<String> claims() {
    List<String> places = inContainers("resources/claims");
    places.add("resourceClaims");
    return places;
  }

  private static List<String> users() {
    List<String> places = new ArrayList<>();
    for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
      places.add("volumes/*/" + source + "/defaultUser");
      places.add("volumes/*/" + source + "/items/*/user");
      places.add("volumes/*/projected/sources/*/" + source + "/items/*/user");
    }
    for (String source : List.of("serviceAccountToken", "clusterTrustBundle", "podCertificate")) {
      places.add("volumes/*/projected/sources/*/" + source + "/user");
    }
    return places;
  }

  /** Drops what is behind a gate that is off, unless the old spec uses it. */
  static void drop(ObjectNode spec, JsonNode old, FeatureSet features) {
    for (Gated gated : ALL) {
      if (!features.enabled(gated.gate())
          && gated.places().stream().noneMatch(place -> uses(old, place))) {
        gated.places().forEach(place -> remove(spec, place));
      }
    }
  }

  private static boolean uses(JsonNode object, String place) {
    int slash = place.indexOf('/');
    if (slash < 0) {
      return !object.path(place).isMissingNode() && !object.path(place).isNull();
    }
    String rest = place.substring(slash + 1);
    String first = place.substring(0, slash);
    if (!first.equals("*")) {
      return uses(object.path(first), rest);
    }
    for (JsonNode item : object) {
      if (uses(item, rest)) {
        return true;
      }
    }
    return false;
  }

  private static void remove(JsonNode object, String place) {
    int slash = place.indexOf('/');
    if (slash < 0) {
      if (object instanceof ObjectNode owner) {
        owner.remove(place);
      }
      return;
    }
    String rest = place.substring(slash + 1);
    String first = place.substring(0, slash);
    if (first.equals("*")) {
      object.forEach(item -> remove(item, rest));
    } else {
      JsonNode owner = object.path(first);
      boolean had = !owner.isEmpty();
      remove(owner, rest);
      // What was only there for the field goes with it.
      if (first.equals("lifecycle") && had && owner.isEmpty()) {
        ((ObjectNode) object).remove(first);
      }
    }
  }
}
