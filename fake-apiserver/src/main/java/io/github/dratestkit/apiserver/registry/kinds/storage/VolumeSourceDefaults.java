package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Amounts;
import tools.jackson.databind.node.ObjectNode;

/** What the sources of volumes get where nothing is said (core/v1/defaults.go, 1.37). */
public final class VolumeSourceDefaults {

  private VolumeSourceDefaults() {}

  /** Sources that pods and the cluster have in common. */
  public static void common(ObjectNode owner) {
    if (owner.get("rbd") instanceof ObjectNode rbd) {
      Absent.text(rbd, "pool", "rbd");
      Absent.text(rbd, "user", "admin");
      Absent.text(rbd, "keyring", "/etc/ceph/keyring");
    }
    if (owner.get("iscsi") instanceof ObjectNode iscsi) {
      Absent.text(iscsi, "iscsiInterface", "default");
    }
    if (owner.get("azureDisk") instanceof ObjectNode disk) {
      Absent.textIfAbsent(disk, "cachingMode", "ReadWrite");
      Absent.textIfAbsent(disk, "fsType", "ext4");
      Absent.flag(disk, "readOnly", false);
      Absent.textIfAbsent(disk, "kind", "Shared");
    }
    if (owner.get("scaleIO") instanceof ObjectNode scale) {
      Absent.text(scale, "storageMode", "ThinProvisioned");
      Absent.text(scale, "fsType", "xfs");
    }
  }

  /** The spec of a volume of the cluster. */
  static void ofCluster(ObjectNode spec) {
    Amounts.roundUp(spec.path("capacity"));
    if (spec.get("hostPath") instanceof ObjectNode path && Absent.is(path, "type")) {
      path.put("type", "");
    }
    common(spec);
  }

  /** The spec of a claim of storage. */
  public static void ofClaim(ObjectNode spec) {
    Absent.textIfAbsent(spec, "volumeMode", "Filesystem");
    Amounts.roundUp(spec.path("resources").path("limits"));
    Amounts.roundUp(spec.path("resources").path("requests"));
  }
}
