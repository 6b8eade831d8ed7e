package io.github.dratestkit.allocator;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;

/**
 * One change of a claim, of its class or of the hardware after which a claim may fit that does not
 * fit now. It can be taken literally: its fields are what has to be written.
 */
public sealed interface Change {

  /**
   * More hardware.
   *
   * @param count how many devices
   * @param like the published device that each of them resembles, {@code driver/pool/device}
   * @param slice the slice, of a pool of its own, that offers them
   */
  record AddDevices(int count, String like, ResourceSlice slice) implements Change {
    @Override
    public String toString() {
      return count == 1 ? "one more device like " + like : count + " more devices like " + like;
    }
  }

  /**
   * A selector of a request is left out.
   *
   * @param index its place among the selectors of the request
   */
  record DropSelector(ClaimPart.Request request, int index, String expression) implements Change {
    @Override
    public String toString() {
      return request + " without selector " + index + " (" + expression + ")";
    }
  }

  /**
   * A selector of a device class is left out.
   *
   * @param index its place among the selectors of the class
   */
  record DropClassSelector(String deviceClass, int index, String expression) implements Change {
    @Override
    public String toString() {
      return "device class " + deviceClass + " without selector " + index + " (" + expression + ")";
    }
  }

  /** A request tolerates a taint. */
  record Tolerate(ClaimPart.Request request, DeviceToleration toleration) implements Change {
    @Override
    public String toString() {
      String value = toleration.getValue() == null ? "" : "=" + toleration.getValue();
      return request
          + " with a toleration of "
          + toleration.getKey()
          + value
          + ":"
          + toleration.getEffect();
    }
  }

  /** A constraint is left out. */
  record DropConstraint(ClaimPart.Constraint constraint) implements Change {
    @Override
    public String toString() {
      return "without " + constraint;
    }
  }

  /**
   * A request asks for a number of devices, fewer than now; one that asks for all devices asks for
   * that many instead.
   */
  record AskForFewer(ClaimPart.Request request, long count) implements Change {
    @Override
    public String toString() {
      return request + " asking for " + count + (count == 1 ? " device" : " devices");
    }
  }

  /**
   * A request asks for less of a capacity.
   *
   * @param amount a quantity
   */
  record AskForLess(ClaimPart.Request request, String capacity, String amount) implements Change {
    @Override
    public String toString() {
      return request + " asking for " + amount + " of capacity " + capacity;
    }
  }

  /** A request does not ask for a capacity any more. */
  record DropCapacity(ClaimPart.Request request, String capacity) implements Change {
    @Override
    public String toString() {
      return request + " without asking for capacity " + capacity;
    }
  }

  /**
   * A driver publishes that its pool has as many slices as there are.
   *
   * @param pool {@code driver/pool}
   * @param slices how many slices of the newest generation are published
   */
  record FinishPool(String pool, long generation, int slices) implements Change {
    @Override
    public String toString() {
      return "pool " + pool + " complete with the " + slices + " slices that it has";
    }
  }
}
