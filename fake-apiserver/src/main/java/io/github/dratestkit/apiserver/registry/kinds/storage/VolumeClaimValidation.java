package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.allocator.value.Quantity;
import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import java.util.List;

/** What claims of storage look like (ValidatePersistentVolumeClaimSpec, core, 1.37). */
public final class VolumeClaimValidation {

  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final String OWN_KIND = "PersistentVolumeClaim";

  private static final List<String> RESIZES =
      List.of(
          "ControllerResizeInProgress",
          "ControllerResizeInfeasible",
          "NodeResizePending",
          "NodeResizeInProgress",
          "NodeResizeInfeasible");

  private VolumeClaimValidation() {}

  /** How far a claim is with its size. */
  public static void status(Field status) {
    status.at("capacity").entries().forEach(VolumeClaimValidation::amount);
    Field resizes = status.at("allocatedResourceStatuses");
    for (String name : resizes.keys()) {
      key(resizes, name);
      if (!RESIZES.contains(resizes.at(name).text())) {
        resizes.notSupported(RESIZES);
      }
    }
    Field sizes = status.at("allocatedResources");
    for (String name : sizes.keys()) {
      if (key(sizes, name)) {
        amount(sizes.key(name));
      }
    }
  }

  private static void amount(Field amount) {
    if (amount.quantity().compareTo(Quantity.parse("0")) < 0) {
      amount.invalid("must be a valid resource quantity");
    }
  }

  private static boolean key(Field map, String name) {
    List<String> problems = Labels.keyProblems(name);
    problems.forEach(map::invalid);
    if (problems.isEmpty() && ResourceNames.isNative(name) && !name.equals("storage")) {
      map.notSupported(List.of("storage"));
      return false;
    }
    return problems.isEmpty();
  }

  public static void spec(Field spec) {
    accessModes(spec.at("accessModes"));
    SelectorValidation.check(spec.at("selector"));
    Field storage = spec.at("resources", "requests").at("storage");
    Field reported = storage.named(spec.path() + ".resources[storage]");
    if (!storage.isSet()) {
      reported.required("");
    } else if (storage.quantity().sign() <= 0) {
      reported.invalid("must be greater than zero");
    }
    className(spec.at("storageClassName"));
    volumeMode(spec.at("volumeMode"));
    source(spec.at("dataSource"));
    source(spec.at("dataSourceRef"));
    sources(spec);
    className(spec.at("volumeAttributesClassName"));
  }

  static void volumeMode(Field mode) {
    mode.oneOfIfSet(List.of("Block", "Filesystem"));
  }

  private static void className(Field name) {
    if (!name.isEmpty()) {
      Formats.dnsSubdomain(name);
    }
  }

  /** At least one way to use a volume, and one pod alone only by itself. */
  static void accessModes(Field modes) {
    modes.isThere();
    for (String mode : modes.texts()) {
      if (!ACCESS_MODES.contains(mode)) {
        modes.notSupported(ACCESS_MODES);
      }
    }
    List<String> known = modes.texts().stream().filter(ACCESS_MODES::contains).distinct().toList();
    if (known.contains("ReadWriteOncePod") && known.size() > 1) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void source(Field source) {
    if (!source.isSet()) {
      return;
    }
    source.at("name").isThere();
    source.at("kind").isThere();
    Field group = source.at("apiGroup");
    if (!group.isEmpty()) {
      Formats.dnsSubdomain(group);
    } else if (!source.at("kind").text().equals(OWN_KIND)) {
      source.invalid("must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    if (!source.at("namespace").isEmpty()) {
      Formats.dnsLabel(source.at("namespace"));
    }
  }

  private static void sources(Field spec) {
    Field source = spec.at("dataSource");
    Field reference = spec.at("dataSourceRef");
    if (!source.isSet() || !reference.isSet()) {
      return;
    }
    if (!reference.at("namespace").isEmpty()) {
      spec.invalid("dataSource is not specified with dataSourceRef.namespace");
    } else if (!List.of("apiGroup", "kind", "name").stream()
        .allMatch(field -> source.at(field).value().equals(reference.at(field).value()))) {
      spec.invalid("dataSource must match dataSourceRef");
    }
  }
}
