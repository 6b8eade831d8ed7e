package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/**
 * The object that the slices of a driver belong to; they go when it goes. For a driver on a node it
 * is the Node, for one that publishes for many nodes whatever runs it.
 */
public record Owner(String apiVersion, String kind, String name, String uid) {

  /** Returns the owner that {@code object} is. */
  public static Owner of(HasMetadata object) {
    return new Owner(
        object.getApiVersion(),
        object.getKind(),
        object.getMetadata().getName(),
        object.getMetadata().getUid());
  }

  /** Says whether the owner is a node, so that slices carry its name. */
  public boolean isNode() {
    return apiVersion.equals("v1") && kind.equals("Node");
  }

  OwnerReference reference() {
    return new OwnerReferenceBuilder()
        .withApiVersion(apiVersion)
        .withKind(kind)
        .withName(name)
        .withUid(uid)
        .withController(true)
        .build();
  }
}
