package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;

/** One request of a publication. */
public sealed interface SliceWrite {

  /** Returns the slice as it is sent, or as it was last seen if it goes. */
  ResourceSlice slice();

  /** A slice that belongs to no pool any more; deleted only if nobody has changed it meanwhile. */
  record Delete(ResourceSlice slice) implements SliceWrite {}

  /** A slice that stays and changes. */
  record Update(ResourceSlice slice) implements SliceWrite {}

  /** A slice that is new. */
  record Create(ResourceSlice slice) implements SliceWrite {}
}
