package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.allocator.version.FeatureSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All objects that were read and that the server would take. */
record Inventory(FeatureSet features, List<Subject> subjects) {

  /** The name of a pool. */
  record PoolName(String driver, String pool) {
    @Override
    public String toString() {
      return driver + "/" + pool;
    }
  }

  /** A device and where it stands. */
  record PlacedDevice(Subject slice, int index, JsonNode device) {
    String path() {
      return "spec.devices[" + index + "]";
    }

    String name() {
      return device.path("name").asString("");
    }

    String driver() {
      return slice.spec().path("driver").asString("");
    }

    /** One place in one file; comparing the trees of whole slices would take long. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      return other instanceof PlacedDevice placed && placed.slice == slice && placed.index == index;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(slice) + index;
    }
  }

  Inventory {
    subjects = List.copyOf(subjects);
  }

  List<Subject> all(String plural) {
    return subjects.stream().filter(subject -> subject.is(plural)).toList();
  }

  /** Returns the slices of each pool that are of its newest generation. */
  Map<PoolName, List<Subject>> pools() {
    Map<PoolName, List<Subject>> pools = new LinkedHashMap<>();
    for (Subject slice : all("resourceslices")) {
      pools.computeIfAbsent(poolOf(slice), unseen -> new ArrayList<>()).add(slice);
    }
    pools
        .values()
        .forEach(
            slices -> {
              long newest = slices.stream().mapToLong(Inventory::generation).max().orElse(0);
              slices.removeIf(slice -> generation(slice) < newest);
            });
    return pools;
  }

  static PoolName poolOf(Subject slice) {
    return new PoolName(
        slice.spec().path("driver").asString(""),
        slice.spec().path("pool").path("name").asString(""));
  }

  static long generation(Subject slice) {
    return slice.spec().path("pool").path("generation").asLong(0);
  }

  static List<PlacedDevice> devices(List<Subject> slices) {
    List<PlacedDevice> devices = new ArrayList<>();
    for (Subject slice : slices) {
      List<JsonNode> items = Subject.items(slice.spec(), "devices");
      for (int i = 0; i < items.size(); i++) {
        devices.add(new PlacedDevice(slice, i, items.get(i)));
      }
    }
    return devices;
  }
}
