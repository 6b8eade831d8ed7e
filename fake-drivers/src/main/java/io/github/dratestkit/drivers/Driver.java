package io.github.dratestkit.drivers;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.drivers.publish.Pool;
import java.util.List;
import java.util.Optional;

/**
 * What a vendor writes: which devices there are, and what to do before a container uses them and
 * after. {@link DriverHost} does the rest. Calls come from several threads at once.
 */
public interface Driver {

  /** Returns the name, a DNS subdomain such as {@code gpu.example.com}. */
  String name();

  /** Returns what is to be published from this node now; none if others publish. */
  List<Pool> pools();

  /**
   * Makes ready what the claim has been given of this driver. Asked again for the same claim it
   * must give the same answer.
   *
   * @throws DriverException if it cannot; the kubelet asks again later
   */
  List<PreparedDevice> prepare(ResourceClaim claim) throws DriverException;

  /**
   * Undoes what {@link #prepare} did. A claim that was never prepared, or no longer exists, is no
   * error.
   *
   * @throws DriverException if something is left; the kubelet asks again later
   */
  void unprepare(ClaimReference claim) throws DriverException;

  /** Returns the health of every device, or none if the driver does not watch it. */
  default Optional<List<DeviceHealth>> health() {
    return Optional.empty();
  }
}
