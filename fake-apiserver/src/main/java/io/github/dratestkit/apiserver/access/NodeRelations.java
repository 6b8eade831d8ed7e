package io.github.dratestkit.apiserver.access;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the pods of a node refer to, and what else belongs to it: the edges of upstream's graph
 * (plugin/pkg/auth/authorizer/node/graph.go, 1.37).
 */
record NodeRelations(View view, String node) {

  private static final GroupResource PODS = new GroupResource("", "pods");
  private static final GroupResource VOLUMES = new GroupResource("", "persistentvolumes");
  private static final GroupResource VOLUME_CLAIMS =
      new GroupResource("", "persistentvolumeclaims");
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final List<String> CONTAINER_LISTS =
      List.of("containers", "initContainers", "ephemeralContainers");

  /** Where a volume names a secret, in a pod as well as in a persistent volume. */
  private static final List<String> EITHER_SECRET_POINTERS =
      List.of(
          "/azureFile/secretName",
          "/cephfs/secretRef/name",
          "/cinder/secretRef/name",
          "/flexVolume/secretRef/name",
          "/rbd/secretRef/name",
          "/scaleIO/secretRef/name",
          "/iscsi/secretRef/name",
          "/storageos/secretRef/name",
          "/csi/nodePublishSecretRef/name");

  /** Where a volume of a pod names a secret. */
  private static final List<String> SECRET_POINTERS =
      and(EITHER_SECRET_POINTERS, "/secret/secretName");

  /** Where a persistent volume names a secret that kubelets read. */
  private static final List<String> VOLUME_SECRET_POINTERS =
      and(EITHER_SECRET_POINTERS, "/csi/nodeStageSecretRef/name", "/csi/nodeExpandSecretRef/name");

  private static List<String> and(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).toList();
  }

  /** Says whether the node may see an object because of what is on it. */
  boolean isRelated(StoreKey key) {
    String name = key.name();
    return switch (key.resource().toString()) {
      case "pods" -> onNode(key, "nodeName");
      case "resourceslices.resource.k8s.io", "volumeattachments.storage.k8s.io" ->
          onNode(new StoreKey(key.resource(), "", name), "nodeName");
      case "secrets" -> anyPod(key, pod -> secrets(pod).contains(name)) || volumeHasSecret(key);
      case "configmaps" -> anyPod(key, pod -> configMaps(pod).contains(name));
      case "persistentvolumeclaims" -> anyPod(key, pod -> volumeClaims(pod).contains(name));
      case "persistentvolumes" -> volume(name);
      case "serviceaccounts" ->
          anyPod(key, pod -> pod.path("spec").path("serviceAccountName").asString("").equals(name));
      case "resourceclaims.resource.k8s.io" -> anyPod(key, pod -> claims(pod).contains(name));
      default -> false;
    };
  }

  private boolean onNode(StoreKey key, String field) {
    StoredObject object = view.get(key);
    return object != null && object.object().path("spec").path(field).asString("").equals(node);
  }

  private boolean anyPod(StoreKey key, Predicate<JsonNode> test) {
    for (StoredObject stored : view.from(PODS, key.namespace() + "/")) {
      if (!stored.key().namespace().equals(key.namespace())) {
        return false;
      }
      JsonNode pod = stored.object();
      boolean counts =
          pod.path("spec").path("nodeName").asString("").equals(node)
              && !pod.path("metadata").path("annotations").has(MIRROR);
      if (counts && test.test(pod)) {
        return true;
      }
    }
    return false;
  }

  private boolean volume(String name) {
    StoredObject volume = view.get(new StoreKey(VOLUMES, "", name));
    return volume != null && isClaimed(volume.object());
  }

  private boolean isClaimed(JsonNode volume) {
    JsonNode claim = volume.path("spec").path("claimRef");
    return claim.isObject()
        && isRelated(
            new StoreKey(
                VOLUME_CLAIMS,
                claim.path("namespace").asString(""),
                claim.path("name").asString("")));
  }

  private boolean volumeHasSecret(StoreKey key) {
    for (StoredObject stored : view.all(VOLUMES)) {
      JsonNode volume = stored.object();
      boolean here = volume.at("/spec/claimRef/namespace").asString("").equals(key.namespace());
      for (String pointer : VOLUME_SECRET_POINTERS) {
        boolean named = volume.path("spec").at(pointer).asString("").equals(key.name());
        if (here && named && isClaimed(volume)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Says whether the spec of a pod names a secret. */
  static boolean refersToSecrets(JsonNode spec) {
    return !secretsOf(spec).isEmpty();
  }

  /** Says whether the spec of a pod names a config map. */
  static boolean refersToConfigMaps(JsonNode spec) {
    return !configMapsOf(spec).isEmpty();
  }

  private static Set<String> secrets(JsonNode pod) {
    return secretsOf(pod.path("spec"));
  }

  private static Set<String> secretsOf(JsonNode spec) {
    Set<String> names = new HashSet<>();
    spec.path("imagePullSecrets").forEach(secret -> add(names, secret.path("name")));
    environment(spec, "secretRef", "secretKeyRef", names);
    for (JsonNode volume : spec.path("volumes")) {
      SECRET_POINTERS.forEach(pointer -> add(names, volume.at(pointer)));
      for (JsonNode source : volume.path("projected").path("sources")) {
        add(names, source.path("secret").path("name"));
      }
    }
    return names;
  }

  private static Set<String> configMaps(JsonNode pod) {
    return configMapsOf(pod.path("spec"));
  }

  private static Set<String> configMapsOf(JsonNode spec) {
    Set<String> names = new HashSet<>();
    environment(spec, "configMapRef", "configMapKeyRef", names);
    for (JsonNode volume : spec.path("volumes")) {
      add(names, volume.path("configMap").path("name"));
      for (JsonNode source : volume.path("projected").path("sources")) {
        add(names, source.path("configMap").path("name"));
      }
    }
    return names;
  }

  private static void environment(JsonNode spec, String whole, String key, Set<String> names) {
    for (String list : CONTAINER_LISTS) {
      for (JsonNode container : spec.path(list)) {
        container.path("envFrom").forEach(from -> add(names, from.path(whole).path("name")));
        container
            .path("env")
            .forEach(variable -> add(names, variable.path("valueFrom").path(key).path("name")));
      }
    }
  }

  private static Set<String> volumeClaims(JsonNode pod) {
    Set<String> names = new HashSet<>();
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      add(names, volume.path("persistentVolumeClaim").path("claimName"));
      if (volume.path("ephemeral").isObject()) {
        names.add(
            pod.path("metadata").path("name").asString("")
                + "-"
                + volume.path("name").asString(""));
      }
    }
    return names;
  }

  private static Set<String> claims(JsonNode pod) {
    Set<String> names = new HashSet<>();
    JsonNode status = pod.path("status");
    for (JsonNode claim : pod.path("spec").path("resourceClaims")) {
      add(names, claim.path("resourceClaimName"));
    }
    for (JsonNode made : status.path("resourceClaimStatuses")) {
      add(names, made.path("resourceClaimName"));
    }
    add(names, status.path("extendedResourceClaimStatus").path("resourceClaimName"));
    return names;
  }

  private static void add(Set<String> names, JsonNode name) {
    if (name.isString() && !name.stringValue().isEmpty()) {
      names.add(name.stringValue());
    }
  }
}
