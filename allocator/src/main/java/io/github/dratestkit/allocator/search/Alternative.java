package io.github.dratestkit.allocator.search;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One way to satisfy a request: the request itself, or one of its sub-requests.
 *
 * @param ordinal its number among all alternatives of the attempt
 * @param claim the number of its claim
 * @param request the number of its request within the claim
 * @param parent the name of the request if this is a sub-request
 * @param name its own name
 * @param wanted which devices, and how many
 * @param capacityRequests the capacity asked for by name
 * @param derivedAttributes the expressions of derived attributes by name
 */
record Alternative(
    int ordinal,
    int claim,
    int request,
    @Nullable String parent,
    String name,
    DeviceClass deviceClass,
    List<DeviceSelector> selectors,
    Wanted wanted,
    boolean adminAccess,
    List<DeviceToleration> tolerations,
    Map<String, Quantity> capacityRequests,
    Map<String, String> derivedAttributes) {

  /** Which devices are wanted. */
  sealed interface Wanted {

    int number();

    /** So many devices, whichever fit first. */
    record Count(int number) implements Wanted {}

    /** Exactly these devices: all that match, in order. */
    record All(int[] candidates) implements Wanted {
      @Override
      public int number() {
        return candidates.length;
      }
    }
  }

  Alternative wanting(Wanted found) {
    return new Alternative(
        ordinal,
        claim,
        request,
        parent,
        name,
        deviceClass,
        selectors,
        found,
        adminAccess,
        tolerations,
        capacityRequests,
        derivedAttributes);
  }

  int number() {
    return wanted.number();
  }

  /** Returns the name as results and configuration use it. */
  String fullName() {
    return parent == null ? name : parent + "/" + name;
  }

  /** Says whether one of the names given in a constraint or configuration means this. */
  boolean isNamedIn(List<String> names) {
    return parent == null
        ? names.contains(name)
        : names.contains(parent) || names.contains(parent + "/" + name);
  }
}
