package io.github.dratestkit.drivers;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Does for each claim of a call what every plugin does: fetches it, checks that it is the one that
 * is meant and allocated, and asks the driver. It remembers what was asked, in order.
 */
final class ClaimCalls {

  /** What comes of preparing: devices, or an error that is not empty. */
  record Answer(List<PreparedDevice> devices, String error) {}

  private final Driver driver;
  private final Writes api;
  private final List<DriverCall> calls = new CopyOnWriteArrayList<>();

  ClaimCalls(Driver driver, Writes api) {
    this.driver = driver;
    this.api = api;
  }

  List<DriverCall> calls() {
    return List.copyOf(calls);
  }

  Answer prepare(ClaimReference reference) {
    calls.add(new DriverCall(DriverCall.Kind.PREPARE, reference));
    try {
      return new Answer(driver.prepare(fetch(reference)), "");
    } catch (DriverException | ApiException failure) {
      return new Answer(List.of(), message(failure));
    }
  }

  /** Returns the error, empty if all is well. */
  String unprepare(ClaimReference reference) {
    calls.add(new DriverCall(DriverCall.Kind.UNPREPARE, reference));
    try {
      driver.unprepare(reference);
      return "";
    } catch (DriverException failure) {
      return message(failure);
    }
  }

  private ResourceClaim fetch(ClaimReference reference) throws DriverException {
    Optional<ResourceClaim> found =
        api.get(ResourceClaim.class, reference.namespace(), reference.name());
    if (found.isEmpty()) {
      throw new DriverException("claim " + reference + " does not exist");
    }
    ResourceClaim claim = found.get();
    if (!claim.getMetadata().getUid().equals(reference.uid())) {
      throw new DriverException(
          "claim %s was replaced: its uid is %s, not %s"
              .formatted(reference, claim.getMetadata().getUid(), reference.uid()));
    }
    if (claim.getStatus() == null || claim.getStatus().getAllocation() == null) {
      throw new DriverException("claim " + reference + " is not allocated");
    }
    return claim;
  }

  private static String message(Exception failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }
}
