package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Paths;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What of its pod's volumes a container sees, and where (ValidateVolumeMounts, core, 1.37). */
final class MountValidation {

  private static final List<String> PROPAGATIONS =
      List.of("Bidirectional", "HostToContainer", "None");
  private static final List<String> RECURSIVE = List.of("Disabled", "Enabled", "IfPossible");
  private static final List<String> OPTIONS = List.of("nodev", "noexec", "nosuid");

  private MountValidation() {}

  static void mounts(Field container, PodScope pod) {
    Field mounts = container.at("volumeMounts");
    Map<String, String> devices = places(container.at("volumeDevices"), "devicePath");
    Set<String> paths = new HashSet<>();
    for (Field mount : mounts.items()) {
      Field name = mount.at("name");
      Field path = mount.at("mountPath");
      name.isThere();
      if (!pod.volumes().containsKey(name.text())) {
        name.notFound();
      }
      path.isThere();
      if (!paths.add(path.text())) {
        path.invalid("must be unique");
      }
      if (devices.containsKey(name.text())) {
        name.invalid("must not already exist in volumeDevices");
      }
      if (devices.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeDevices");
      }
      subPaths(mount, mounts.path());
      propagation(
          mount.at("mountPropagation").named(mounts.path() + ".mountPropagation"), container);
      recursive(mount, mount.at("recursiveReadOnly").named(mounts.path() + ".recursiveReadOnly"));
      options(mount.at("bindMountOptions"), pod.volumes().get(name.text()));
    }
  }

  private static Map<String, String> places(Field list, String path) {
    Map<String, String> places = new LinkedHashMap<>();
    list.items().forEach(item -> places.put(item.at("name").text(), item.at(path).text()));
    return places;
  }

  private static void subPaths(Field mount, String list) {
    Field plain = mount.at("subPath");
    Field expanded = mount.at("subPathExpr");
    if (!plain.isEmpty()) {
      Paths.descending(plain.named(list + ".subPath"));
    }
    if (!expanded.isEmpty()) {
      if (!plain.isEmpty()) {
        expanded.invalid("subPathExpr and subPath are mutually exclusive");
      }
      Paths.descending(expanded.named(list + ".subPathExpr"));
    }
  }

  private static void propagation(Field propagation, Field container) {
    propagation.oneOfIfSet(PROPAGATIONS);
    boolean privileged = container.at("securityContext", "privileged").flag();
    if (propagation.text().equals("Bidirectional") && !privileged) {
      propagation.forbidden(
          "Bidirectional mount propagation is available only to privileged containers");
    }
  }

  private static void recursive(Field mount, Field recursive) {
    recursive.oneOfIfSet(RECURSIVE);
    if (!Set.of("Enabled", "IfPossible").contains(recursive.text())) {
      return;
    }
    if (!mount.at("readOnly").flag()) {
      recursive.forbidden("may only be specified when readOnly is true");
    }
    Field propagation = mount.at("mountPropagation");
    if (propagation.isSet() && !propagation.text().equals("None")) {
      recursive.forbidden("may only be specified when mountPropagation is None or not specified");
    }
  }

  private static void options(Field options, @org.jspecify.annotations.Nullable JsonNode volume) {
    Set<String> seen = new HashSet<>();
    for (Field option : options.items()) {
      option.oneOf(OPTIONS);
      if (!seen.add(option.text())) {
        option.duplicate();
      }
    }
    if (!options.isEmpty() && volume != null && volume.has("image")) {
      options.invalid("bindMountOptions may not be used with image volumes");
    }
  }

  static void devices(Field container, PodScope pod) {
    Map<String, String> mounts = places(container.at("volumeMounts"), "mountPath");
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    for (Field device : container.at("volumeDevices").items()) {
      Field name = device.at("name");
      Field path = device.at("devicePath");
      JsonNode volume = pod.volumes().get(name.text());
      name.isThere();
      if (names.contains(name.text())) {
        name.invalid("must be unique");
      }
      if (volume == null) {
        name.notFound();
      } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
        name.invalid("block mode wants a persistentVolumeClaim or an ephemeral volume");
      }
      path.isThere();
      if (paths.contains(path.text())) {
        path.invalid("must be unique");
      }
      if (Paths.hasBacksteps(path.text())) {
        path.invalid("can not contain backsteps ('..')");
      } else {
        paths.add(path.text());
      }
      if (mounts.containsKey(name.text())) {
        name.invalid("must not already exist in volumeMounts");
      }
      if (mounts.containsValue(path.text())) {
        path.invalid("must not already exist as a path in volumeMounts");
      }
      if (!name.isEmpty()) {
        names.add(name.text());
      }
    }
  }
}
