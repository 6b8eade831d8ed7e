package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.NodeSelectorValidation;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with a volume of the cluster (ValidatePersistentVolume, core, 1.37). */
final class VolumeValidation {

  private static final String SECOND = "may not specify more than 1 volume type";
  private static final List<String> RECLAIM = List.of("Delete", "Recycle", "Retain");

  /** The names of labels that had a beta form. */
  private static final Map<String, String> STABLE =
      Map.of(
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type");

  private record Source(String field, String extra, String path, Consumer<Field> rules) {
    static Source of(String field, Consumer<Field> rules) {
      return new Source(field, field, field, rules);
    }
  }

  // In the order in which the real server looks at them.
  private static final List<Source> SOURCES =
      List.of(
          Source.of("hostPath", VolumeSources::hostPath),
          new Source(
              "gcePersistentDisk",
              "gcePersistentDisk",
              "persistentDisk",
              VolumeSources::gcePersistentDisk),
          Source.of("awsElasticBlockStore", VolumeSources::awsElasticBlockStore),
          Source.of("glusterfs", VolumeValidation::glusterfs),
          Source.of("flocker", VolumeSources::flocker),
          Source.of("nfs", VolumeSources::nfs),
          Source.of("rbd", source -> VolumeSources.wants(source, "monitors", "image")),
          Source.of("quobyte", VolumeSources::quobyte),
          new Source(
              "cephfs", "cephFS", "cephfs", source -> VolumeSources.wants(source, "monitors")),
          Source.of("iscsi", VolumeValidation::iscsi),
          Source.of("cinder", VolumeValidation::cinder),
          Source.of("fc", VolumeSources::fibreChannel),
          Source.of("flexVolume", VolumeSources::flexVolume),
          Source.of("azureFile", VolumeValidation::azureFile),
          Source.of("vsphereVolume", source -> VolumeSources.wants(source, "volumePath")),
          Source.of("photonPersistentDisk", source -> VolumeSources.wants(source, "pdID")),
          Source.of("portworxVolume", source -> VolumeSources.wants(source, "volumeID")),
          Source.of("azureDisk", VolumeSources::azureDisk),
          Source.of(
              "scaleIO", source -> VolumeSources.wants(source, "gateway", "system", "volumeName")),
          Source.of("local", VolumeSources::local),
          Source.of("storageos", VolumeValidation::storageOs),
          Source.of("csi", VolumeValidation::csi));

  private VolumeValidation() {}

  static void check(Field volume) {
    spec(volume.at("spec"), volume.at("metadata", "name").text());
  }

  private static void spec(Field spec, String name) {
    VolumeClaimValidation.accessModes(spec.at("accessModes"));
    capacity(spec.at("capacity"));
    Field reclaim = spec.at("persistentVolumeReclaimPolicy");
    if (!reclaim.isEmpty()) {
      reclaim.oneOf(RECLAIM);
    }
    affinity(spec.at("nodeAffinity"));
    sources(spec, name);
    root(spec);
    if (!spec.at("storageClassName").isEmpty()) {
      Formats.dnsSubdomain(spec.at("storageClassName"));
    }
    VolumeClaimValidation.volumeMode(spec.at("volumeMode"));
    Field attributes = spec.at("volumeAttributesClassName");
    if (attributes.isSet()) {
      Formats.name(attributes);
      if (!spec.has("csi")) {
        spec.at("csi").required("has to be specified when using volumeAttributesClassName");
      }
    }
  }

  /** Checks a volume that is written out where it is attached. */
  static void inline(Field spec) {
    String detail = "may not be specified in the context of inline volumes";
    for (String field : List.of("claimRef", "capacity")) {
      if (!spec.at(field).isEmpty()) {
        spec.at(field).forbidden(detail);
      }
    }
    if (!spec.has("csi")) {
      spec.at("csi").required("has to be specified in the context of inline volumes");
    }
    VolumeClaimValidation.accessModes(spec.at("accessModes"));
    Field reclaim = spec.at("persistentVolumeReclaimPolicy");
    if (!reclaim.isEmpty() && !reclaim.text().equals("Retain")) {
      reclaim.forbidden("may only be Retain in the context of inline volumes");
    }
    if (spec.has("nodeAffinity")) {
      spec.at("nodeAffinity").forbidden(detail);
    }
    sources(spec, "");
    root(spec);
    if (!spec.at("storageClassName").isEmpty()) {
      spec.at("storageClassName").forbidden(detail);
    }
    Field mode = spec.at("volumeMode");
    if (mode.isSet() && !mode.text().equals("Filesystem")) {
      mode.forbidden("may only be Filesystem in the context of inline volumes");
    }
  }

  private static void root(Field spec) {
    boolean root = spec.at("hostPath", "path").text().matches("/+(\\./*)*");
    Field reclaim = spec.at("persistentVolumeReclaimPolicy");
    if (root && reclaim.text().equals("Recycle")) {
      reclaim.forbidden("may not be 'recycle' for a hostPath mount of '/'");
    }
  }

  private static void capacity(Field capacity) {
    capacity.isThere();
    if (!capacity.has("storage") || capacity.value().size() > 1) {
      capacity.notSupported(List.of("storage"));
    }
    for (Field amount : capacity.entries()) {
      if (amount.quantity().sign() <= 0) {
        amount.invalid("must be greater than zero");
      }
    }
  }

  private static void affinity(Field affinity) {
    if (affinity.has("required")) {
      NodeSelectorValidation.check(affinity.at("required"));
    } else if (affinity.isSet()) {
      affinity.at("required").required("must specify required node constraints");
    }
  }

  private static void sources(Field spec, String name) {
    boolean found = false;
    for (Source source : SOURCES) {
      Field field = spec.at(source.field());
      if (!field.isSet()) {
        continue;
      }
      if (found && !source.field().equals("flexVolume")) {
        field.named(spec.path() + "." + source.extra()).forbidden(SECOND);
      } else {
        source.rules().accept(field.named(spec.path() + "." + source.path()));
        if (source.field().equals("local") && !spec.has("nodeAffinity")) {
          spec.at("nodeAffinity").required("Local volume requires node affinity");
        }
        if (VolumeSources.isTooLongForInitiator(spec.at("iscsi"), name)
            && source.field().equals("iscsi")) {
          field.at("targetportal").invalid("<volume name>:<iscsi.targetPortal> is too long");
        }
      }
      found = true;
    }
    if (!found) {
      spec.required("must specify a volume type");
    }
  }

  private static void glusterfs(Field source) {
    VolumeSources.wants(source, "endpoints", "path");
    if (source.has("endpointsNamespace")) {
      Formats.dnsLabel(source.at("endpointsNamespace"));
    }
  }

  private static void iscsi(Field source) {
    VolumeSources.iscsi(source);
    VolumeSources.secret(source, "name");
  }

  private static void cinder(Field source) {
    VolumeSources.wants(source, "volumeID");
    VolumeSources.secret(source, "name", "namespace");
  }

  private static void azureFile(Field source) {
    VolumeSources.wants(source, "secretName", "shareName");
    if (source.has("secretNamespace")) {
      VolumeSources.wants(source, "secretNamespace");
    }
  }

  private static void storageOs(Field source) {
    VolumeSources.storageOs(source);
    VolumeSources.secret(source, "name", "namespace");
  }

  private static void csi(Field source) {
    VolumeSources.driver(source.at("driver"));
    VolumeSources.wants(source, "volumeHandle");
    for (String field :
        List.of(
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeExpandSecretRef")) {
      if (source.has(field)) {
        Formats.name(source.at(field, "name"));
        if (source.at(field, "namespace").isThere()) {
          Formats.dnsLabel(source.at(field, "namespace"));
        }
      }
    }
  }

  static void checkUpdate(Field volume, Field old, FeatureSet features) {
    Field spec = volume.at("spec");
    Field before = old.at("spec");
    boolean added =
        before.has("csi")
            && !before.at("csi").has("controllerExpandSecretRef")
            && spec.at("csi").has("controllerExpandSecretRef");
    if (SOURCES.stream().anyMatch(source -> differs(spec, before, source.field(), added))) {
      spec.at("persistentvolumesource").forbidden("is immutable after creation");
    }
    if (!spec.at("volumeMode").value().equals(before.at("volumeMode").value())) {
      spec.at("volumeMode").named("volumeMode").invalid("field is immutable");
    }
    boolean moved =
        !renewed(spec.at("nodeAffinity").value(), before.at("nodeAffinity").value())
            .equals(before.at("nodeAffinity").value());
    if (moved && before.has("nodeAffinity") && !features.enabled("MutablePVNodeAffinity")) {
      spec.at("nodeAffinity").named("nodeAffinity").invalid("field is immutable");
    }
    Field attributes = spec.at("volumeAttributesClassName");
    if (before.has("volumeAttributesClassName") && !attributes.isSet()) {
      attributes.forbidden("update from non-nil value to nil is forbidden");
    }
  }

  // The stable form of a label stands for its beta form; any other has no stable form, and so
  // has none.
  private static JsonNode renewed(JsonNode affinity, JsonNode before) {
    JsonNode result = affinity.deepCopy();
    JsonNode terms = result.path("required").path("nodeSelectorTerms");
    for (int i = 0; i < terms.size(); i++) {
      for (String list : List.of("matchExpressions", "matchFields")) {
        for (int j = 0; j < terms.get(i).path(list).size(); j++) {
          ObjectNode now = (ObjectNode) terms.get(i).path(list).get(j);
          JsonNode then = before.at("/required/nodeSelectorTerms/" + i + "/" + list + "/" + j);
          String old = then.path("key").asString("");
          if (STABLE.getOrDefault(old, "").equals(now.path("key").asString(""))) {
            now.put("key", old);
          }
        }
      }
    }
    return result;
  }

  private static boolean differs(Field spec, Field before, String source, boolean secretAdded) {
    Field now = spec.at(source);
    if (secretAdded && source.equals("csi")) {
      ObjectNode copy = ((ObjectNode) now.value()).deepCopy();
      copy.remove("controllerExpandSecretRef");
      return !copy.equals(before.at(source).value());
    }
    return !now.value().equals(before.at(source).value());
  }
}
