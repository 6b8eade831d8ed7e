package io.github.dratestkit.apiserver.registry.kinds.storage;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/** The kinds that volumes are made of. */
public final class StorageKinds {

  private StorageKinds() {}

  /** Returns the strategies of these kinds by resource. */
  public static Map<GroupResource, Strategy> strategies() {
    return Map.ofEntries(
        Map.entry(new GroupResource("", "persistentvolumeclaims"), new VolumeClaimStrategy()),
        Map.entry(new GroupResource("", "persistentvolumes"), new VolumeStrategy()),
        Map.entry(
            new GroupResource("storage.k8s.io", "storageclasses"), new StorageClassStrategy()),
        Map.entry(new GroupResource("storage.k8s.io", "csinodes"), new CsiNodeStrategy()),
        Map.entry(new GroupResource("storage.k8s.io", "csidrivers"), new CsiDriverStrategy()),
        Map.entry(
            new GroupResource("storage.k8s.io", "volumeattachments"),
            new VolumeAttachmentStrategy()),
        Map.entry(
            new GroupResource("storage.k8s.io", "csistoragecapacities"),
            new CsiStorageCapacityStrategy()),
        Map.entry(
            new GroupResource("storage.k8s.io", "volumeattributesclasses"),
            new VolumeAttributesClassStrategy()));
  }
}
