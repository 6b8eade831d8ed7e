package io.github.dratestkit.apiserver.codec.table;

import io.github.dratestkit.allocator.value.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/** The columns of volumes, their claims, and their drivers. */
final class StorageColumns {

  private static final Map<String, String> MODES =
      Map.of(
          "ReadWriteOnce", "RWO",
          "ReadOnlyMany", "ROX",
          "ReadWriteMany", "RWX",
          "ReadWriteOncePod", "RWOP");
  private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
  private static final String UNSET = "<unset>";

  private StorageColumns() {}

  static Map<String, List<Column>> byResource() {
    return Map.of(
        "persistentvolumeclaims",
        List.of(
            Column.objectName(),
            Column.text("Status", StorageColumns::phase),
            Column.text("Volume", row -> row.text("spec", "volumeName")),
            Column.text("Capacity", row -> ofVolume(row, size(row.at("status", "capacity")))),
            Column.text(
                "Access Modes", row -> ofVolume(row, modes(row.at("status", "accessModes")))),
            Column.text("StorageClass", StorageColumns::storageClass),
            Column.text("VolumeAttributesClass", StorageColumns::attributesClass),
            Column.age(),
            volumeMode()),
        "persistentvolumes",
        List.of(
            Column.objectName(),
            Column.text("Capacity", row -> size(row.at("spec", "capacity"))),
            Column.text("Access Modes", row -> modes(row.at("spec", "accessModes"))),
            Column.text("Reclaim Policy", row -> row.text("spec", "persistentVolumeReclaimPolicy")),
            Column.text("Status", StorageColumns::phase),
            Column.text("Claim", StorageColumns::claim),
            Column.text("StorageClass", StorageColumns::storageClass),
            Column.text("VolumeAttributesClass", StorageColumns::attributesClass),
            Column.text("Reason", row -> row.text("status", "reason")),
            Column.age(),
            volumeMode()),
        "csidrivers.storage.k8s.io",
        List.of(
            Column.objectName(),
            flag("AttachRequired", true, "spec", "attachRequired"),
            flag("PodInfoOnMount", false, "spec", "podInfoOnMount"),
            flag("StorageCapacity", false, "spec", "storageCapacity"),
            Column.text("TokenRequests", StorageColumns::tokenRequests),
            flag("RequiresRepublish", false, "spec", "requiresRepublish"),
            Column.text("Modes", StorageColumns::lifecycleModes),
            Column.age()),
        "csinodes.storage.k8s.io",
        List.of(
            Column.objectName(),
            Column.number("Drivers", row -> row.at("spec", "drivers").size()),
            Column.age()),
        "volumeattachments.storage.k8s.io",
        List.of(
            Column.objectName(),
            new Column("Attacher", "string", "name", 0, row -> row.at("spec", "attacher")),
            Column.text("PV", row -> row.text("spec", "source", "persistentVolumeName")),
            Column.text("Node", row -> row.text("spec", "nodeName")),
            flag("Attached", false, "status", "attached"),
            Column.age()),
        "volumeattributesclasses.storage.k8s.io",
        List.of(
            Column.objectName(),
            Column.text("DriverName", row -> row.text("driverName")),
            Column.age()));
  }

  private static Column flag(String name, boolean otherwise, String... path) {
    return Column.value(
        name, "boolean", row -> BooleanNode.valueOf(row.at(path).asBoolean(otherwise)));
  }

  private static Column volumeMode() {
    return Column.text("VolumeMode", row -> Row.orElse(row.text("spec", "volumeMode"), UNSET))
        .wide();
  }

  private static String phase(Row row) {
    return row.has("metadata", "deletionTimestamp") ? "Terminating" : row.text("status", "phase");
  }

  private static String ofVolume(Row row, String text) {
    return row.text("spec", "volumeName").isEmpty() ? "" : text;
  }

  private static String size(JsonNode amounts) {
    String storage = amounts.path("storage").asString("");
    return storage.isEmpty() ? "0" : Quantity.parse(storage).toString();
  }

  private static String modes(JsonNode modes) {
    Set<String> shown = new LinkedHashSet<>();
    for (String mode :
        List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")) {
      for (JsonNode given : modes) {
        if (given.asString("").equals(mode)) {
          shown.add(MODES.get(mode));
        }
      }
    }
    return String.join(",", shown);
  }

  private static String claim(Row row) {
    JsonNode claim = row.at("spec", "claimRef");
    return claim.isObject()
        ? claim.path("namespace").asString("") + "/" + claim.path("name").asString("")
        : "";
  }

  private static String storageClass(Row row) {
    return Row.orElse(
        row.at("metadata", "annotations").path(CLASS_ANNOTATION).asString(""),
        row.text("spec", "storageClassName"));
  }

  private static String attributesClass(Row row) {
    return Row.orElse(row.text("spec", "volumeAttributesClassName"), UNSET);
  }

  private static String tokenRequests(Row row) {
    JsonNode requests = row.at("spec", "tokenRequests");
    return requests.isEmpty() ? UNSET : Row.joined(requests, "audience");
  }

  private static String lifecycleModes(Row row) {
    List<String> modes = new ArrayList<>();
    row.at("spec", "volumeLifecycleModes").forEach(mode -> modes.add(mode.asString("")));
    return modes.isEmpty() ? "<none>" : String.join(",", modes);
  }
}
