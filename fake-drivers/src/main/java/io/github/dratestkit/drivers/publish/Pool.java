package io.github.dratestkit.drivers.publish;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A pool as its driver wants it published: all its slices, in order.
 *
 * @param name the name; the pool of a node has the node's name
 * @param generation the least generation that the driver asks for, 0 to leave it to the publisher
 * @param slices what each slice holds; their order is the order of the slices' names
 */
public record Pool(String name, long generation, Placement placement, List<SliceContent> slices) {

  public Pool {
    slices = List.copyOf(slices);
  }

  /** Returns a pool of the node that owns it, split where it exceeds the limits of a slice. */
  public static Pool ofNode(String name, List<SliceContent> contents) {
    return new Pool(name, 0, Placement.OWNING_NODE, SliceLimits.split(contents));
  }

  /** Returns all devices, in order. */
  public List<Device> devices() {
    return slices.stream().flatMap(slice -> slice.devices().stream()).toList();
  }

  /** Returns the same pool with the least generation that its driver asks for. */
  public Pool withGeneration(long least) {
    return new Pool(name, least, placement, slices);
  }

  /** Returns the same pool with every device as {@code change} makes it. */
  public Pool withEachDevice(UnaryOperator<Device> change) {
    return new Pool(
        name,
        generation,
        placement,
        slices.stream()
            .map(slice -> slice.withDevices(slice.devices().stream().map(change).toList()))
            .toList());
  }

  /**
   * Returns the same pool with its devices spread evenly over {@code count} slices; slices of
   * counters stay as they are and are counted.
   *
   * @throws IllegalArgumentException if there are fewer devices than slices for them, or they do
   *     not fit
   */
  public Pool spreadOver(int count) {
    List<SliceContent> spread =
        new ArrayList<>(slices.stream().filter(slice -> slice.devices().isEmpty()).toList());
    List<Device> devices = devices();
    int parts = count - spread.size();
    if (parts < 1 || devices.size() < parts) {
      throw new IllegalArgumentException(
          "pool %s with %d devices cannot be spread over %d slices"
              .formatted(name, devices.size(), count));
    }
    for (int part = 0; part < parts; part++) {
      int from = devices.size() * part / parts;
      int to = devices.size() * (part + 1) / parts;
      spread.add(SliceContent.ofDevices(devices.subList(from, to)));
    }
    if (SliceLimits.split(spread).size() != count) {
      throw new IllegalArgumentException(
          "pool %s with %d devices needs more than %d slices"
              .formatted(name, devices.size(), count));
    }
    return new Pool(name, generation, placement, spread);
  }
}
