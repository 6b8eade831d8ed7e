package io.github.dratestkit.allocator.explain;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.inventory.AllocatedState;
import io.github.dratestkit.allocator.inventory.Pool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is tried on a node: the situation as it is, or as a change would make it. */
record Trial(
    List<Pool> pools,
    List<ResourceClaim> claims,
    Map<String, DeviceClass> classes,
    AllocatedState state) {

  Trial withPools(List<Pool> changed) {
    return new Trial(changed, claims, classes, state);
  }

  Trial withClaims(List<ResourceClaim> changed) {
    return new Trial(pools, changed, classes, state);
  }

  Trial withClass(DeviceClass changed) {
    Map<String, DeviceClass> more = new HashMap<>(classes);
    more.put(changed.getMetadata().getName(), changed);
    return new Trial(pools, claims, more, state);
  }

  Trial withState(AllocatedState changed) {
    return new Trial(pools, claims, classes, changed);
  }
}
