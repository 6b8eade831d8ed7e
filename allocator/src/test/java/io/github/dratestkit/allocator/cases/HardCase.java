package io.github.dratestkit.allocator.cases;

import static io.github.dratestkit.allocator.cases.Draw.list;
import static io.github.dratestkit.allocator.cases.Draw.object;
import static io.github.dratestkit.allocator.cases.Draw.times;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws a case that is likely to be hard from a seed: many devices that are nearly alike, and
 * claims that want slightly more, or just as much, as there is.
 */
final class HardCase {

  private static final String GPU = "gpu.example.com";
  private static final String NIC = "nic.example.com";
  private static final String TPU = "tpu.example.com";
  private static final String ROOT = "resource.kubernetes.io/pcieRoot";
  private static final String NUMA = "resource.kubernetes.io/numaNode";

  /** A claim holds no more devices. */
  private static final int MOST_DEVICES = 31;

  /** A search that follows every branch of cases with so many requests often ends. */
  private static final int FEW_DEVICES = 5;

  private final Draw draw;
  private final String id;
  private final int most;

  private HardCase(long seed, int most) {
    this.draw = new Draw(seed);
    this.id = "-" + seed;
    this.most = most;
  }

  /** Returns the case of this seed as JSON values. */
  static Map<String, Object> of(long seed) {
    return new HardCase(seed, MOST_DEVICES).drawn();
  }

  /** Returns a case of the same kinds that is so small that it may be searched to the end. */
  static Map<String, Object> small(long seed) {
    return new HardCase(seed, FEW_DEVICES).drawn();
  }

  private Map<String, Object> drawn() {
    Map<String, Object> given =
        switch (draw.between(1, 7)) {
          case 1 -> partitions();
          case 2 -> boxes();
          case 3 -> shares();
          case 4 -> topology();
          case 5 -> choices();
          case 6 -> mixture();
          default -> ladder();
        };
    given.put("timeoutSeconds", 0.5);
    return given;
  }

  /** GPUs with all their partitions; profiles or amounts of memory are wanted. */
  private Map<String, Object> partitions() {
    int gpus = Math.min(draw.of(1, 2, 3, 4, 6, 8), 1 + most / 4);
    Map<String, Object> given = GrowingCases.partitions(gpus);
    List<String> profiles = List.of("1g.10gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb");
    boolean byMemory = draw.chance(40);
    List<String> selectors = new ArrayList<>();
    int compute = gpus * 7 + draw.of(-2, -1, 0, 0, 1, 1, 2);
    int[] sizes = {1, 2, 3, 4, 7};
    while (compute > 0 && selectors.size() < most) {
      int which = draw.of(0, 0, 0, 1, 1, 2, 2, 3, 4);
      if (sizes[which] > compute) {
        which = 0;
      }
      compute -= sizes[which];
      selectors.add(
          byMemory
              ? "device.capacity[\""
                  + GPU
                  + "\"].memory.compareTo(quantity(\""
                  + List.of(10, 20, 40, 40, 80).get(which)
                  + "Gi\")) >= 0"
              : "device.attributes[\"" + GPU + "\"].profile == \"" + profiles.get(which) + "\"");
    }
    List<Map<String, Object>> requests = new ArrayList<>();
    for (String selector : selectors) {
      requests.add(GrowingCases.exact("r" + requests.size(), "gpu", 1, selector));
    }
    if (draw.chance(50)) {
      requests.sort((a, b) -> a.get("exactly").toString().compareTo(b.get("exactly").toString()));
    }
    given.put("claims", claims(requests, draw.of(1, 1, 2, 4)));
    given.put("id", "partitions" + id + (byMemory ? "-memory" : ""));
    return given;
  }

  private List<Object> claims(List<Map<String, Object>> requests, int claims) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < claims; i++) {
      int number = i;
      List<Map<String, Object>> own = new ArrayList<>();
      for (int j = 0; j < requests.size(); j++) {
        if (j % claims == number) {
          own.add(requests.get(j));
        }
      }
      all.add(GrowingCases.claim("c" + i, own));
    }
    return all;
  }

  /** A torus that offers boxes, aligned or anywhere with wrap-around. */
  private Map<String, Object> boxes() {
    int[] edge = {draw.of(2, 3, 4, 4, 5, 6), draw.of(2, 3, 4, 4), draw.of(1, 2, 4, 4)};
    boolean aligned = draw.chance(60);
    List<int[]> shapes = new ArrayList<>();
    int number = draw.between(1, 3);
    for (int i = 0; i < number; i++) {
      shapes.add(
          new int[] {
            Math.min(edge[0], draw.of(1, 2, 2, 3, 4)),
            Math.min(edge[1], draw.of(1, 2, 2, 3, 4)),
            Math.min(edge[2], draw.of(1, 2, 2, 4))
          });
    }
    List<Map<String, Object>> sets = new ArrayList<>();
    for (int x = 0; x < edge[0]; x++) {
      Map<String, Object> chips = new LinkedHashMap<>();
      for (int y = 0; y < edge[1]; y++) {
        for (int z = 0; z < edge[2]; z++) {
          chips.put("c" + x + "-" + y + "-" + z, object("value", "1"));
        }
      }
      sets.add(object("name", "plane" + x, "counters", chips));
    }
    List<Map<String, Object>> devices = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      int[] shape = shapes.get(i);
      for (int x = 0; x < edge[0]; x += aligned ? shape[0] : 1) {
        for (int y = 0; y < edge[1]; y += aligned ? shape[1] : 1) {
          for (int z = 0; z < edge[2]; z += aligned ? shape[2] : 1) {
            if (!aligned
                || (x + shape[0] <= edge[0]
                    && y + shape[1] <= edge[1]
                    && z + shape[2] <= edge[2])) {
              devices.add(box(edge, shape, x, y, z, i));
            }
          }
        }
      }
    }
    int chips = edge[0] * edge[1] * edge[2];
    List<Map<String, Object>> requests = new ArrayList<>();
    int left = chips + draw.of(0, 0, 1, shapes.get(0)[0]);
    while (left > 0 && requests.size() < most) {
      int shape = draw.between(0, shapes.size() - 1);
      int[] size = shapes.get(shape);
      left -= size[0] * size[1] * size[2];
      requests.add(
          GrowingCases.exact(
              "r" + requests.size(),
              "tpu",
              1,
              "device.attributes[\"" + TPU + "\"].shape == " + shape));
    }
    return GrowingCases.of(
        "boxes" + id + (aligned ? "-aligned" : "-anywhere"),
        GrowingCases.slices(TPU, "pod", devices, sets),
        claims(requests, draw.of(1, 1, 2)),
        "PartitionableDevices");
  }

  private static Map<String, Object> box(int[] edge, int[] shape, int x, int y, int z, int kind) {
    Map<Integer, Map<String, Object>> planes = new LinkedHashMap<>();
    for (int a = x; a < x + shape[0]; a++) {
      for (int b = y; b < y + shape[1]; b++) {
        for (int c = z; c < z + shape[2]; c++) {
          planes
              .computeIfAbsent(a % edge[0], key -> new LinkedHashMap<>())
              .put("c" + a % edge[0] + "-" + b % edge[1] + "-" + c % edge[2], object("value", "1"));
        }
      }
    }
    List<Object> draws = new ArrayList<>();
    planes.forEach((a, chips) -> draws.add(object("counterSet", "plane" + a, "counters", chips)));
    return object(
        "name",
        "box-" + kind + "-" + x + "-" + y + "-" + z,
        "attributes",
        object("shape", object("int", kind)),
        "consumesCounters",
        draws);
  }

  /** Shares of NICs in different sizes: a packing problem. */
  private Map<String, Object> shares() {
    int nics = draw.between(2, 10);
    boolean equal = draw.chance(60);
    int total = 0;
    List<Map<String, Object>> devices = new ArrayList<>();
    for (int i = 0; i < nics; i++) {
      int size = equal ? 40 : draw.of(10, 25, 40, 100);
      total += size;
      devices.add(
          object(
              "name",
              "nic-" + i,
              "allowMultipleAllocations",
              true,
              "attributes",
              object(NUMA, object("int", i % 2), "index", object("int", i)),
              "capacity",
              object("bandwidth", object("value", size + "G"))));
    }
    List<Integer> sizes =
        draw.of(
            List.of(10),
            List.of(20, 15),
            List.of(13, 14, 15),
            List.of(21, 19, 11),
            List.of(5, 10, 25));
    List<Map<String, Object>> requests = new ArrayList<>();
    int left = total + draw.of(-10, 0, 0, 5);
    while (left > 0 && requests.size() < most) {
      int size = draw.of(sizes);
      left -= size;
      Map<String, Object> request = GrowingCases.exact("r" + requests.size(), "nic", 1);
      GrowingCases.exactly(request)
          .put("capacity", object("requests", object("bandwidth", size + "G")));
      requests.add(request);
    }
    List<Object> claims = claims(requests, draw.of(1, 1, 3));
    if (draw.chance(20)) {
      constrain(claims.get(0), object("distinctAttribute", NIC + "/index"));
    }
    return GrowingCases.of(
        "shares" + id,
        GrowingCases.slices(NIC, "node-1", devices, List.of()),
        claims,
        "ConsumableCapacity");
  }

  @SuppressWarnings("unchecked")
  private static void constrain(Object claim, Object... constraints) {
    Map<String, Object> spec = (Map<String, Object>) ((Map<String, Object>) claim).get("spec");
    ((Map<String, Object>) spec.get("devices")).put("constraints", list(constraints));
  }

  /** GPUs and NICs under switches, roots and NUMA nodes, joined and kept apart by constraints. */
  private Map<String, Object> topology() {
    int groups = Math.min(draw.between(2, 10), most - 1);
    boolean uneven = draw.chance(50);
    List<Map<String, Object>> gpus = new ArrayList<>();
    List<Map<String, Object>> nics = new ArrayList<>();
    boolean lists = draw.chance(20);
    int perGroup = Math.min(draw.between(1, 6), most / 2);
    for (int group = 0; group < groups; group++) {
      int root = group;
      int ofGroup = uneven ? draw.between(0, perGroup) : perGroup;
      gpus.addAll(times(ofGroup, i -> under("gpu-" + root + "-" + i, root, groups, lists)));
      int nicsOfGroup = draw.between(uneven ? 0 : 1, 2);
      nics.addAll(times(nicsOfGroup, i -> under("nic-" + root + "-" + i, root, groups, false)));
    }
    List<Object> slices = GrowingCases.slices(GPU, "node-1-gpu", gpus, List.of());
    slices.addAll(GrowingCases.slices(NIC, "node-1-nic", nics, List.of()));
    List<Object> claims = new ArrayList<>();
    int number = draw.of(1, 2, 4, groups, groups + 1);
    boolean same = draw.chance(50);
    int[] shape = {draw.between(1, 3), draw.of(1, 1, 2, perGroup)};
    for (int i = 0; i < number; i++) {
      if (!same) {
        shape = new int[] {draw.between(1, 3), draw.of(1, 1, 2, perGroup)};
      }
      List<Map<String, Object>> requests = new ArrayList<>();
      int singles = shape[0];
      requests.addAll(times(singles, j -> GrowingCases.exact("g" + j, "gpu", 1)));
      requests.add(GrowingCases.exact("many", "gpu", shape[1]));
      if (draw.chance(70)) {
        requests.add(GrowingCases.exact("nic", "nic", 1));
      }
      Map<String, Object> claim = GrowingCases.claim("c" + i, requests);
      switch (draw.between(1, 5)) {
        case 1, 2 -> constrain(claim, object("matchAttribute", ROOT));
        case 3 ->
            constrain(
                claim,
                object("distinctAttribute", ROOT, "requests", times(singles, j -> "g" + j)),
                object("matchAttribute", NUMA));
        case 4 -> constrain(claim, object("distinctAttribute", ROOT));
        default -> constrain(claim, object("matchAttribute", NUMA));
      }
      claims.add(claim);
    }
    Map<String, Object> given =
        GrowingCases.of("topology" + id, slices, claims, "ListTypeAttributes");
    given.put("implementation", "experimental");
    return given;
  }

  private Map<String, Object> under(String name, int root, int groups, boolean lists) {
    return object(
        "name",
        name,
        "attributes",
        object(
            ROOT,
            lists
                ? object("strings", list("root" + root, "root" + (root + 1) % groups))
                : object("string", "root" + root),
            NUMA,
            object("int", root % 2)));
  }

  /** Claims with ranked alternatives over several models. */
  private Map<String, Object> choices() {
    int models = draw.between(2, 4);
    List<Map<String, Object>> devices = new ArrayList<>();
    for (int model = 0; model < models; model++) {
      String name = "m" + model;
      devices.addAll(
          times(
              draw.between(2, 10),
              i ->
                  object(
                      "name",
                      name + "-" + i,
                      "attributes",
                      object("model", object("string", name), NUMA, object("int", i % 2)))));
    }
    List<Object> claims = new ArrayList<>();
    int number = Math.min(draw.between(2, 12), most);
    for (int i = 0; i < number; i++) {
      int requests = draw.of(1, 1, 2, 3);
      Map<String, Object> claim =
          GrowingCases.claim(
              "c" + i,
              times(
                  requests,
                  j ->
                      object(
                          "name",
                          "r" + j,
                          "firstAvailable",
                          times(draw.between(1, models), k -> alternative(k, models)))));
      if (draw.chance(30)) {
        constrain(claim, object("matchAttribute", NUMA));
      }
      claims.add(claim);
    }
    return GrowingCases.of(
        "choices" + id,
        GrowingCases.slices(GPU, "node-1", devices, List.of()),
        claims,
        "PrioritizedList");
  }

  private Map<String, Object> alternative(int number, int models) {
    Map<String, Object> sub = object("name", "s" + number);
    sub.putAll(
        GrowingCases.demand(
            "gpu",
            draw.of(1, 2, 2, 3, 4),
            "device.attributes[\""
                + GPU
                + "\"].model == \"m"
                + draw.between(0, models - 1)
                + "\""));
    return sub;
  }

  /** One device too many, behind requests for all devices, admin access or selectors that fail. */
  private Map<String, Object> mixture() {
    int size = Math.min(draw.between(8, 16), most);
    List<Map<String, Object>> gpus =
        times(
            size, i -> object("name", "gpu-" + i, "attributes", object("index", object("int", i))));
    List<Map<String, Object>> nics =
        times(4, i -> object("name", "nic-" + i, "attributes", object(NUMA, object("int", 0))));
    List<Object> slices = GrowingCases.slices(GPU, "node-1-gpu", gpus, List.of());
    slices.addAll(GrowingCases.slices(NIC, "node-1-nic", nics, List.of()));
    List<Map<String, Object>> requests = new ArrayList<>();
    int kind = draw.between(1, 5);
    requests.addAll(times(size + 1, i -> GrowingCases.exact("r" + i, "gpu", 1)));
    Map<String, Object> all = GrowingCases.exact("all", "nic", 1);
    GrowingCases.exactly(all).put("allocationMode", "All");
    GrowingCases.exactly(all).remove("count");
    List<Object> claims = new ArrayList<>();
    if (kind <= 2) {
      Map<String, Object> claim = GrowingCases.claim("all", list(all));
      constrain(claim, object("matchAttribute", NUMA));
      claims.add(claim);
    } else if (kind == 3) {
      Map<String, Object> admin = GrowingCases.exact("admin", "gpu", 3);
      GrowingCases.exactly(admin).put("adminAccess", true);
      claims.add(GrowingCases.claim("admin", list(admin)));
    } else if (kind == 4) {
      // Fails on the last NIC, which the search only meets once the others are taken.
      String selector = "device.attributes[\"" + GPU + "\"].index < " + size;
      requests.set(size, GrowingCases.exact("r" + size, "any", 1, selector));
      requests.get(size).put("name", "fails");
    } else {
      requests.add(GrowingCases.exact("last", "any", 1, "device.attributes[\"x\"].y == 1"));
    }
    claims.add(GrowingCases.claim("c", requests));
    if (draw.chance(50)) {
      Collections.reverse(claims);
    }
    Map<String, Object> given =
        GrowingCases.of("mixture" + id + "-" + kind, slices, claims, "AdminAccess");
    @SuppressWarnings("unchecked")
    List<Object> classes = (List<Object>) given.get("classes");
    classes.add(object("metadata", object("name", "any"), "spec", object()));
    return given;
  }

  /** Requests that accept more and more devices each, which many of them cannot share. */
  private Map<String, Object> ladder() {
    int size = Math.min(draw.between(8, 24), 2 * most);
    List<Map<String, Object>> gpus =
        times(
            size,
            i ->
                object(
                    "name",
                    "gpu-" + i,
                    "attributes",
                    object("index", object("int", i), ROOT, object("string", "r" + i / 3))));
    List<Map<String, Object>> requests = new ArrayList<>();
    int number = Math.min(draw.between(6, Math.max(6, Math.min(28, size + 1))), most);
    for (int i = 0; i < number; i++) {
      int least = draw.between(0, size - 1);
      int most = Math.min(size - 1, least + draw.between(1, 6));
      requests.add(
          GrowingCases.exact(
              "r" + i,
              "gpu",
              draw.of(1, 1, 1, 2),
              "device.attributes[\"" + GPU + "\"].index >= " + least,
              "device.attributes[\"" + GPU + "\"].index <= " + most));
    }
    List<Object> claims = claims(requests, draw.of(1, 2, 4));
    if (draw.chance(40)) {
      constrain(
          claims.get(0),
          object(draw.of("distinctAttribute", "matchAttribute"), draw.of(ROOT, GPU + "/index")));
    }
    return GrowingCases.of(
        "ladder" + id, GrowingCases.slices(GPU, "node-1", gpus, List.of()), claims);
  }
}
