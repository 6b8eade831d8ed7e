package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cases that grow along one line each and show where a search becomes exponential if it does not
 * prune. The families are those of upstream's {@code cases/growing.py}; here they come in any size.
 */
final class GrowingCases {

  private static final String GPU = "gpu.example.com";
  private static final String NIC = "nic.example.com";
  private static final String TPU = "tpu.example.com";
  private static final String ROOT = "resource.kubernetes.io/pcieRoot";

  private static final Map<String, int[]> PROFILES = profiles();

  private GrowingCases() {}

  /** Returns those of upstream's script that are too large to be kept as text. */
  static List<Map<String, Object>> large() {
    return List.of(
        plain(1024, 32),
        fleet(1000, 8),
        fleet(5000, 8),
        torus(8, 4, 8),
        torus(8, 2, 32),
        torus(8, 4, 9));
  }

  /** Returns the families in sizes that are not those of upstream's script. */
  static List<Map<String, Object>> variants() {
    List<Map<String, Object>> cases = new ArrayList<>();
    for (int size : List.of(16, 48, 300, 2000)) {
      cases.add(plain(size, Math.min(size / 4, 24)));
    }
    cases.add(fleet(2500, 4));
    for (int devices : List.of(6, 10, 11, 15, 20, 31)) {
      cases.add(tooMany(devices));
    }
    for (int devices : List.of(3, 5, 7, 10, 12, 24, 31)) {
      cases.add(matchFar(devices));
    }
    for (int pairs : List.of(3, 5, 7, 10, 12, 24, 32)) {
      cases.add(pairs(pairs));
    }
    cases.add(partitions(1, "1g.10gb", 7));
    cases.add(partitions(2, "2g.20gb", 7));
    cases.add(partitions(3, "1g.10gb", 21));
    cases.add(partitions(3, "1g.10gb", 22));
    cases.add(partitions(4, "1g.10gb", 29));
    cases.add(partitions(4, "3g.40gb", 9));
    cases.add(partitions(8, "2g.20gb", 25));
    cases.add(partitions(8, "7g.80gb", 9));
    cases.add(partitions(8, "4g.40gb", 9));
    cases.add(partitions(4, "7g.80gb", 3, "1g.10gb", 8));
    cases.add(partitions(4, "1g.10gb", 8, "7g.80gb", 3));
    cases.add(partitions(6, "1g.10gb", 15, "7g.80gb", 4));
    cases.add(partitions(3, "3g.40gb", 3, "2g.20gb", 5));
    cases.add(partitions(4, "3g.40gb", 4, "4g.40gb", 4, "1g.10gb", 5));
    cases.add(torus(2, 1, 9));
    cases.add(torus(4, 2, 7));
    cases.add(torus(4, 1, 32));
    cases.add(torus(4, 4, 2));
    cases.add(torus(8, 4, 7));
    cases.add(torus(8, 2, 31));
    cases.add(torus(8, 8, 2));
    cases.add(bandwidth(2, 8, "10G"));
    cases.add(bandwidth(2, 9, "10G"));
    cases.add(bandwidth(5, 21, "10G"));
    cases.add(bandwidth(4, 9, "20G"));
    cases.add(bandwidth(6, 13, "15G"));
    cases.add(bandwidth(16, 32, "30G"));
    cases.add(bandwidth(7, 8, "40G"));
    for (int[] size : new int[][] {{2, 4}, {3, 6}, {5, 6}, {5, 8}, {9, 12}, {10, 12}, {13, 16}}) {
      cases.add(choices(size[0], size[1]));
    }
    return cases;
  }

  /** One device more than there is: every order of the same devices is the same failure. */
  static Map<String, Object> tooMany(int devices) {
    List<Map<String, Object>> all = times(devices, i -> object("name", "gpu-" + i));
    return of(
        "too-many-" + devices,
        slices(GPU, "node-1", all, List.of()),
        list(claim("c", times(devices + 1, i -> exact("r" + i, "gpu", 1)))));
  }

  /** Four switches with n devices each; n + 1 are wanted on one switch, one by one. */
  static Map<String, Object> matchFar(int devices) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int group = 0; group < 4; group++) {
      for (int i = 0; i < devices; i++) {
        all.add(
            object(
                "name",
                "gpu-" + group + "-" + i,
                "attributes",
                object("switch", object("string", "sw" + group))));
      }
    }
    Map<String, Object> claim = claim("c", times(devices + 1, i -> exact("r" + i, "gpu", 1)));
    match(claim, GPU + "/switch");
    return of("match-far-" + devices, slices(GPU, "node-1", all, List.of()), list(claim));
  }

  /** Claims for a GPU and a NIC on one PCIe root; the last root lacks its NIC. */
  static Map<String, Object> pairs(int pairs) {
    List<Map<String, Object>> gpus = times(pairs, i -> onRoot("gpu-" + i, i));
    List<Map<String, Object>> nics = times(pairs - 1, i -> onRoot("nic-" + i, i));
    List<Object> slices = slices(GPU, "node-1-gpu", gpus, List.of());
    slices.addAll(slices(NIC, "node-1-nic", nics, List.of()));
    List<Object> claims = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      Map<String, Object> claim =
          claim("c" + i, list(exact("gpu", "gpu", 1), exact("nic", "nic", 1)));
      match(claim, ROOT);
      claims.add(claim);
    }
    return of("pairs-" + pairs, slices, claims);
  }

  private static Map<String, Object> onRoot(String name, int root) {
    return object("name", name, "attributes", object(ROOT, object("string", "root" + root)));
  }

  /**
   * GPUs that offer all their partitions at once, kept apart by memory slices.
   *
   * @param wanted names of profiles and numbers in turn
   */
  static Map<String, Object> partitions(int gpus, Object... wanted) {
    List<Map<String, Object>> devices = new ArrayList<>();
    List<Map<String, Object>> sets = new ArrayList<>();
    for (int gpu = 0; gpu < gpus; gpu++) {
      Map<String, Object> counters = object("compute", object("value", "7"));
      for (int memory = 0; memory < 8; memory++) {
        counters.put("mem" + memory, object("value", "1"));
      }
      sets.add(object("name", "gpu-" + gpu, "counters", counters));
      for (Map.Entry<String, int[]> profile : PROFILES.entrySet()) {
        int[] size = profile.getValue();
        for (int place = 2; place < size.length; place++) {
          devices.add(partition(gpu, profile.getKey(), size[0], size[1], size[place]));
        }
      }
    }
    List<Object> requests = new ArrayList<>();
    StringBuilder id = new StringBuilder("mig-" + gpus + "x");
    for (int i = 0; i < wanted.length; i += 2) {
      id.append('-').append(wanted[i + 1]).append('*').append(wanted[i]);
      String selector = "device.attributes[\"" + GPU + "\"].profile == \"" + wanted[i] + "\"";
      for (int j = 0; j < (Integer) wanted[i + 1]; j++) {
        requests.add(exact("r" + requests.size(), "gpu", 1, selector));
      }
    }
    return of(
        id.toString(),
        slices(GPU, "node-1", devices, sets),
        list(claim("c", requests)),
        "PartitionableDevices");
  }

  private static Map<String, int[]> profiles() {
    Map<String, int[]> profiles = new LinkedHashMap<>();
    profiles.put("1g.10gb", new int[] {1, 1, 0, 1, 2, 3, 4, 5, 6});
    profiles.put("2g.20gb", new int[] {2, 2, 0, 2, 4});
    profiles.put("3g.40gb", new int[] {3, 4, 0, 4});
    profiles.put("4g.40gb", new int[] {4, 4, 0});
    profiles.put("7g.80gb", new int[] {7, 8, 0});
    return profiles;
  }

  private static Map<String, Object> partition(
      int gpu, String profile, int compute, int memory, int place) {
    Map<String, Object> counters = object("compute", object("value", String.valueOf(compute)));
    for (int i = place; i < Math.min(8, place + memory); i++) {
      counters.put("mem" + i, object("value", "1"));
    }
    return object(
        "name",
        "gpu-" + gpu + "-" + profile.replace('.', '-') + "-" + place,
        "attributes",
        object("profile", object("string", profile)),
        "capacity",
        object("memory", object("value", memory * 10 + "Gi")),
        "consumesCounters",
        list(object("counterSet", "gpu-" + gpu, "counters", counters)));
  }

  /** A cube of chips that offers every aligned cube within it; so many cubes are wanted. */
  static Map<String, Object> torus(int edge, int wanted, int count) {
    List<Map<String, Object>> sets = new ArrayList<>();
    for (int x = 0; x < edge; x++) {
      Map<String, Object> chips = new LinkedHashMap<>();
      for (int i = 0; i < edge * edge; i++) {
        chips.put("c" + x + "-" + i / edge + "-" + i % edge, object("value", "1"));
      }
      sets.add(object("name", "plane" + x, "counters", chips));
    }
    List<Map<String, Object>> devices = new ArrayList<>();
    for (int size = 1; size <= edge; size *= 2) {
      for (int x = 0; x < edge; x += size) {
        for (int y = 0; y < edge; y += size) {
          for (int z = 0; z < edge; z += size) {
            devices.add(cube(size, x, y, z));
          }
        }
      }
    }
    String selector = "device.attributes[\"" + TPU + "\"].edge == " + wanted;
    return of(
        "torus-" + edge + "-edge" + wanted + "-x" + count,
        slices(TPU, "pod", devices, sets),
        list(claim("c", times(count, i -> exact("r" + i, "tpu", 1, selector)))),
        "PartitionableDevices");
  }

  private static Map<String, Object> cube(int size, int x, int y, int z) {
    List<Object> draws = new ArrayList<>();
    for (int a = x; a < x + size; a++) {
      Map<String, Object> chips = new LinkedHashMap<>();
      for (int b = y; b < y + size; b++) {
        for (int c = z; c < z + size; c++) {
          chips.put("c" + a + "-" + b + "-" + c, object("value", "1"));
        }
      }
      draws.add(object("counterSet", "plane" + a, "counters", chips));
    }
    return object(
        "name",
        "slice-" + size + "-" + x + "-" + y + "-" + z,
        "attributes",
        object("edge", object("int", size)),
        "consumesCounters",
        draws);
  }

  /** Shared NICs of 40 Gb/s. */
  static Map<String, Object> bandwidth(int nics, int wanted, String each) {
    Map<String, Object> policy =
        object("default", "1G", "validRange", object("min", "1G", "step", "1G"));
    List<Map<String, Object>> devices =
        times(
            nics,
            i ->
                object(
                    "name",
                    "nic-" + i,
                    "allowMultipleAllocations",
                    true,
                    "capacity",
                    object("bandwidth", object("value", "40G", "requestPolicy", policy))));
    List<Map<String, Object>> requests = times(wanted, i -> exact("r" + i, "nic", 1));
    for (Map<String, Object> request : requests) {
      exactly(request).put("capacity", object("requests", object("bandwidth", each)));
    }
    return of(
        "bandwidth-" + nics + "x40-" + wanted + "x" + each,
        slices(NIC, "node-1", devices, List.of()),
        list(claim("c", requests)),
        "ConsumableCapacity");
  }

  /** Claims that would each like two big GPUs, or else four small ones. */
  static Map<String, Object> choices(int claims, int gpus) {
    List<Map<String, Object>> devices = new ArrayList<>();
    for (String model : List.of("big", "small")) {
      devices.addAll(
          times(
              gpus,
              i ->
                  object(
                      "name",
                      model + "-" + i,
                      "attributes",
                      object("model", object("string", model)))));
    }
    List<Object> wanted = new ArrayList<>();
    for (int i = 0; i < claims; i++) {
      List<Object> alternatives = list(subRequest("big", 2), subRequest("small", 4));
      wanted.add(claim("c" + i, list(object("name", "r", "firstAvailable", alternatives))));
    }
    return of(
        "choices-" + claims + "c-" + gpus + "g",
        slices(GPU, "node-1", devices, List.of()),
        wanted,
        "PrioritizedList");
  }

  private static Map<String, Object> subRequest(String model, int count) {
    Map<String, Object> sub = object("name", model);
    sub.putAll(
        demand("gpu", count, "device.attributes[\"" + GPU + "\"].model == \"" + model + "\""));
    return sub;
  }

  /** The everyday case: some devices of many, by an attribute and a capacity. */
  static Map<String, Object> plain(int devices, int count) {
    List<Map<String, Object>> all =
        times(
            devices,
            i ->
                object(
                    "name",
                    "gpu-" + i,
                    "attributes",
                    object(
                        "model",
                        object("string", i % 2 == 0 ? "h100" : "a100"),
                        "index",
                        object("int", i),
                        "driverVersion",
                        object("version", "1.2.3")),
                    "capacity",
                    object("memory", object("value", "80Gi"))));
    String selector =
        "device.attributes[\"gpu.example.com\"].model == \"a100\" &&"
            + " device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"40Gi\")) >= 0";
    return of(
        "plain-" + devices + "-take" + count,
        slices(GPU, "node-1", all, List.of()),
        list(claim("c", list(exact("r", "gpu", count, selector)))));
  }

  /** The slices of a cluster, of which one node's are wanted. */
  static Map<String, Object> fleet(int nodes, int perNode) {
    List<Object> slices = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      List<Map<String, Object>> devices =
          times(
              perNode,
              i -> object("name", "gpu-" + i, "attributes", object("index", object("int", i))));
      slices.addAll(slices(GPU, "node-" + node, devices, List.of()));
    }
    return of(
        "fleet-" + nodes + "x" + perNode,
        slices,
        list(claim("c", list(exact("r", "gpu", perNode)))));
  }

  static Map<String, Object> of(
      String id, List<Object> slices, List<Object> claims, String... features) {
    Map<String, Object> on = new LinkedHashMap<>();
    for (String feature : features) {
      on.put(feature, true);
    }
    return object(
        "id",
        id,
        "features",
        on,
        "implementation",
        "incubating",
        "node",
        object(
            "metadata",
            object("name", "node-1", "labels", object("kubernetes.io/hostname", "node-1"))),
        "classes",
        list(deviceClass("gpu", GPU), deviceClass("nic", NIC), deviceClass("tpu", TPU)),
        "slices",
        slices,
        "claims",
        claims);
  }

  private static Map<String, Object> deviceClass(String name, String driver) {
    return object(
        "metadata",
        object("name", name),
        "spec",
        object("selectors", list(selector("device.driver == \"" + driver + "\""))));
  }

  static Map<String, Object> selector(String expression) {
    return object("cel", object("expression", expression));
  }

  static Map<String, Object> exact(
      String name, String deviceClass, int count, String... selectors) {
    return object("name", name, "exactly", demand(deviceClass, count, selectors));
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> exactly(Map<String, Object> request) {
    return (Map<String, Object>) request.get("exactly");
  }

  static Map<String, Object> demand(String deviceClass, int count, String... selectors) {
    Map<String, Object> demand =
        object("deviceClassName", deviceClass, "allocationMode", "ExactCount", "count", count);
    if (selectors.length > 0) {
      demand.put("selectors", times(selectors.length, i -> selector(selectors[i])));
    }
    return demand;
  }

  static Map<String, Object> claim(String name, List<?> requests) {
    return object(
        "metadata",
        object("name", name, "namespace", "default", "uid", "uid-" + name),
        "spec",
        object("devices", object("requests", requests)));
  }

  @SuppressWarnings("unchecked")
  private static void match(Map<String, Object> claim, String attribute) {
    Map<String, Object> spec = (Map<String, Object>) claim.get("spec");
    ((Map<String, Object>) spec.get("devices"))
        .put("constraints", list(object("matchAttribute", attribute)));
  }

  /** Splits devices over slices as a driver must; counter sets get slices of their own. */
  static List<Object> slices(
      String driver,
      String pool,
      List<Map<String, Object>> devices,
      List<Map<String, Object>> counterSets) {
    List<Map<String, Object>> parts = new ArrayList<>();
    for (int i = 0; i < counterSets.size(); i += 8) {
      parts.add(
          object("sharedCounters", counterSets.subList(i, Math.min(i + 8, counterSets.size()))));
    }
    int most = counterSets.isEmpty() ? 128 : 64;
    for (int i = 0; i < devices.size(); i += most) {
      parts.add(object("devices", devices.subList(i, Math.min(i + most, devices.size()))));
    }
    List<Object> slices = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Map<String, Object> spec =
          object(
              "driver",
              driver,
              "pool",
              object("name", pool, "generation", 1, "resourceSliceCount", parts.size()),
              "nodeName",
              pool.startsWith("node-") && !pool.startsWith("node-1-") ? pool : "node-1");
      spec.putAll(parts.get(i));
      slices.add(
          object("metadata", object("name", String.format("%s-%03d", pool, i)), "spec", spec));
    }
    return slices;
  }
}
