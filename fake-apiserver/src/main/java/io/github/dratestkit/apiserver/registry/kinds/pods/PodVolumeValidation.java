package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.NameRule;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import io.github.dratestkit.apiserver.registry.kinds.storage.VolumeClaimValidation;
import io.github.dratestkit.apiserver.registry.kinds.storage.VolumeSources;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** The volumes of a pod (ValidateVolumes, pkg/apis/core/validation/validation.go, 1.37). */
final class PodVolumeValidation {

  private static final int HIGHEST_MODE = 0777;
  private static final int HIGHEST_MODE_OF_EMPTY = 01777;
  private static final String SECOND = "may not specify more than 1 volume type";

  /**
   * A kind of source.
   *
   * @param field its field in a volume
   * @param extra what it is called where a volume has another one already
   * @param path what it is called where something in it is wrong
   */
  private record Source(String field, String extra, String path, Consumer<Field> rules) {
    static Source of(String field, Consumer<Field> rules) {
      return new Source(field, field, field, rules);
    }
  }

  // In the order in which the real server looks at them.
  private static final List<Source> SOURCES =
      List.of(
          Source.of("emptyDir", PodVolumeValidation::emptyDir),
          Source.of("hostPath", VolumeSources::hostPath),
          Source.of("gitRepo", VolumeSources::gitRepo),
          new Source(
              "gcePersistentDisk",
              "gcePersistentDisk",
              "persistentDisk",
              VolumeSources::gcePersistentDisk),
          Source.of("awsElasticBlockStore", VolumeSources::awsElasticBlockStore),
          Source.of("secret", source -> files(source, "secretName")),
          Source.of("nfs", VolumeSources::nfs),
          Source.of("iscsi", VolumeSources::iscsi),
          Source.of("glusterfs", source -> VolumeSources.wants(source, "endpoints", "path")),
          Source.of("flocker", VolumeSources::flocker),
          Source.of("persistentVolumeClaim", source -> VolumeSources.wants(source, "claimName")),
          Source.of("rbd", source -> VolumeSources.wants(source, "monitors", "image")),
          Source.of("cinder", PodVolumeValidation::cinder),
          new Source(
              "cephfs", "cephFS", "cephfs", source -> VolumeSources.wants(source, "monitors")),
          Source.of("quobyte", VolumeSources::quobyte),
          new Source("downwardAPI", "downwarAPI", "downwardAPI", PodVolumeValidation::downwardApi),
          Source.of("fc", VolumeSources::fibreChannel),
          Source.of("flexVolume", VolumeSources::flexVolume),
          Source.of("configMap", source -> files(source, "name")),
          Source.of("azureFile", source -> VolumeSources.wants(source, "secretName", "shareName")),
          Source.of("vsphereVolume", source -> VolumeSources.wants(source, "volumePath")),
          Source.of("photonPersistentDisk", source -> VolumeSources.wants(source, "pdID")),
          Source.of("portworxVolume", source -> VolumeSources.wants(source, "volumeID")),
          Source.of("azureDisk", VolumeSources::azureDisk),
          Source.of("storageos", PodVolumeValidation::storageOs),
          Source.of("projected", ProjectionValidation::check),
          Source.of(
              "scaleIO", source -> VolumeSources.wants(source, "gateway", "system", "volumeName")),
          Source.of("csi", PodVolumeValidation::csi),
          Source.of("ephemeral", PodVolumeValidation::ephemeral),
          Source.of("image", PodVolumeValidation::image));

  private PodVolumeValidation() {}

  /** Checks all volumes and returns those without a fault, by name. */
  static Map<String, JsonNode> check(Field volumes, String pod) {
    Map<String, JsonNode> valid = new LinkedHashMap<>();
    Set<String> claims = new HashSet<>();
    for (Field volume : volumes.items()) {
      if (volume.has("ephemeral") && !pod.isEmpty()) {
        claims.add(pod + "-" + volume.at("name").text());
      }
    }
    for (Field volume : volumes.items()) {
      int before = volume.errors().size();
      source(volume, pod);
      Field name = volume.at("name");
      if (name.isThere()) {
        Formats.dnsLabel(name);
      }
      if (valid.containsKey(name.text())) {
        name.duplicate();
      }
      if (volume.errors().size() == before) {
        valid.put(name.text(), volume.value());
      }
      Field claim = volume.at("persistentVolumeClaim", "claimName");
      if (claims.contains(claim.text())) {
        claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
      }
    }
    return valid;
  }

  private static void source(Field volume, String pod) {
    boolean found = false;
    for (Source source : SOURCES) {
      Field field = volume.at(source.field());
      if (!field.isSet()) {
        continue;
      }
      if (found) {
        field.named(volume.path() + "." + source.extra()).forbidden(SECOND);
      } else {
        source.rules().accept(field.named(volume.path() + "." + source.path()));
      }
      found = true;
    }
    if (!found) {
      volume.required("must specify a volume type");
    }
    Field name = volume.at("name");
    if (VolumeSources.isTooLongForInitiator(volume.at("iscsi"), name.text())) {
      name.invalid("<volume name>:<iscsi.targetPortal> must be under 64 characters");
    }
    if (volume.has("ephemeral") && !pod.isEmpty() && !name.isEmpty()) {
      name.invalid(NameRule.DNS_SUBDOMAIN.problem(pod + "-" + name.text()));
    }
  }

  private static void emptyDir(Field source) {
    Field limit = source.at("sizeLimit");
    if (limit.isSet() && limit.quantity().compareTo(Quantity.parse("0")) < 0) {
      limit.forbidden("must be a valid resource quantity");
    }
    if (source.has("mode")) {
      mode(source.at("mode"), HIGHEST_MODE_OF_EMPTY);
    }
  }

  private static void mode(Field mode, int highest) {
    if (mode.isSet() && (mode.number() < 0 || mode.number() > highest)) {
      mode.invalid("must be a number between 0 and 0" + Integer.toOctalString(highest));
    }
  }

  private static void files(Field source, String name) {
    source.at(name).isThere();
    defaults(source);
    source.at("items").items().forEach(PodVolumeValidation::keyToPath);
  }

  /** The mode and the owner of files for which nothing else is said. */
  static void defaults(Field source) {
    mode(source.at("defaultMode"), HIGHEST_MODE);
    Formats.identity(source.at("defaultUser"));
  }

  static void keyToPath(Field item) {
    VolumeSources.wants(item, "key", "path");
    Paths.descendingAndFree(item.at("path"));
    mode(item.at("mode"), HIGHEST_MODE);
    Formats.identity(item.at("user"));
  }

  private static void downwardApi(Field source) {
    defaults(source);
    source.at("items").items().forEach(file -> downwardFile(file.named(source.path())));
  }

  /** A file about the pod; the path of its faults is that of the list's owner. */
  static void downwardFile(Field file) {
    file.at("path").isThere();
    Paths.descendingAndFree(file.at("path"));
    if (file.has("fieldRef")) {
      FieldReferences.object(file.at("fieldRef"), FieldReferences.IN_FILES);
      if (file.has("resourceFieldRef")) {
        file.invalid("fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (file.has("resourceFieldRef")) {
      FieldReferences.resourceOfVolume(file.at("resourceFieldRef"));
    } else {
      file.required("one of fieldRef and resourceFieldRef is required");
    }
    mode(file.at("mode"), HIGHEST_MODE);
    Formats.identity(file.at("user"));
  }

  private static void cinder(Field source) {
    VolumeSources.wants(source, "volumeID");
    VolumeSources.secret(source, "name");
  }

  private static void storageOs(Field source) {
    VolumeSources.storageOs(source);
    VolumeSources.secret(source, "name");
  }

  private static void csi(Field source) {
    VolumeSources.driver(source.at("driver"));
    Field secret = source.at("nodePublishSecretRef");
    if (secret.isSet() && secret.at("name").isThere()) {
      Formats.dnsSubdomain(secret.at("name").named(source.path() + ".name"));
    }
  }

  private static void ephemeral(Field source) {
    Field template = source.at("volumeClaimTemplate");
    if (template.isSet()) {
      TemplateMetadata.checkOnly(template.at("metadata"));
      VolumeClaimValidation.spec(template.at("spec"));
    } else {
      template.required("");
    }
  }

  private static void image(Field source) {
    source.at("reference").isThere();
    source.at("pullPolicy").requiredOneOf(ContainerValidation.PULL_POLICIES);
  }
}
