package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import java.util.List;
import java.util.function.Consumer;

/** What a pod for one operating system may have (validateLinux, validateWindows, core, 1.37). */
final class OsValidation {

  private static final String NOT_ON_WINDOWS = "cannot be set for a windows pod";
  private static final String NOT_ON_LINUX = "windows options cannot be set for a linux pod";
  private static final List<String> OF_PODS =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "fsGroup",
          "fsGroupChangePolicy",
          "sysctls",
          "runAsUser",
          "runAsGroup",
          "supplementalGroups",
          "supplementalGroupsPolicy",
          "seLinuxChangePolicy");
  private static final List<String> OF_CONTAINERS =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "capabilities",
          "readOnlyRootFilesystem",
          "privileged",
          "allowPrivilegeEscalation",
          "procMount",
          "runAsUser",
          "runAsGroup");

  private OsValidation() {}

  static void check(Field spec) {
    Field os = spec.at("os");
    if (!os.isSet() || !os.at("name").isThere()) {
      return;
    }
    switch (os.at("name").text()) {
      case "linux" -> linux(spec);
      case "windows" -> windows(spec);
      default -> os.notSupported(List.of("linux", "windows"));
    }
  }

  private static void linux(Field spec) {
    forbid(spec.at("securityContext"), List.of("windowsOptions"), NOT_ON_LINUX);
    everyContainer(
        spec,
        container ->
            forbid(container.at("securityContext"), List.of("windowsOptions"), NOT_ON_LINUX));
  }

  private static void windows(Field spec) {
    forbid(spec.at("securityContext"), OF_PODS, NOT_ON_WINDOWS);
    forbid(spec, List.of("hostUsers"), NOT_ON_WINDOWS);
    for (String field : List.of("hostPID", "hostIPC")) {
      if (spec.at(field).flag()) {
        spec.at(field).forbidden(NOT_ON_WINDOWS);
      }
    }
    forbid(spec, List.of("shareProcessNamespace"), NOT_ON_WINDOWS);
    everyContainer(
        spec, container -> forbid(container.at("securityContext"), OF_CONTAINERS, NOT_ON_WINDOWS));
  }

  private static void forbid(Field object, List<String> fields, String detail) {
    fields.stream().filter(object::has).forEach(field -> object.at(field).forbidden(detail));
  }

  /** Visits the containers in the order in which the real server does. */
  static void everyContainer(Field spec, Consumer<Field> visitor) {
    for (String list : PodDefaults.CONTAINER_LISTS) {
      spec.at(list).items().forEach(visitor);
    }
  }

  /** Either all containers are processes of a Windows host or none is. */
  static void hostProcess(Field spec) {
    Field ofPod = spec.at("securityContext").at("windowsOptions", "hostProcess");
    int[] counts = new int[2];
    everyContainer(
        spec,
        container -> {
          Field own = container.at("securityContext").at("windowsOptions", "hostProcess");
          if (ofPod.isSet() && own.isSet() && ofPod.flag() != own.flag()) {
            own.invalid("pod hostProcess value must be identical if both are specified");
          }
          counts[0]++;
          if (own.isSet() ? own.flag() : ofPod.flag()) {
            counts[1]++;
          }
        });
    if (counts[1] == 0) {
      return;
    }
    if (counts[1] != counts[0]) {
      spec.invalid("all containers must be HostProcess containers, or none");
    }
    if (!spec.at("hostNetwork").flag()) {
      spec.at("hostNetwork").invalid("must be true with hostProcess containers");
    }
  }
}
