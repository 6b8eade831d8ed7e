package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.github.dratestkit.apiserver.client.ApiAccess;
import java.util.Collection;
import java.util.function.ToLongFunction;

/** A mistake built into the loops on purpose, to see whether the explorer finds it. */
interface Planted {

  /** No mistake. */
  Planted NOTHING = new Planted() {};

  /** Returns the API as the loop of this name sees it. */
  default ApiAccess access(String loop, ApiAccess access) {
    return access;
  }

  /** Hears of the call by which a node agent prepares a claim. */
  default void prepares(Runnable call) {}

  /** Hears that a node agent has unprepared the claims of a pod. */
  default void hasUnprepared() {}

  /** Returns how drivers choose the next generation. */
  default ToLongFunction<Collection<ResourceSlice>> generation(
      ToLongFunction<Collection<ResourceSlice>> right) {
    return right;
  }
}
