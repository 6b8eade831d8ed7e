package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The values that recorded scenarios put at each place, wrong ones included, so that a scenario can
 * be given those of another. A place is a kind and a path whose indexes, and keys of maps, do not
 * count.
 */
final class ValuePool {

  private static final int MOST = 80;
  private static final Set<String> MAPS =
      Set.of("attributes", "capacity", "counters", "labels", "annotations", "consumedCapacity");

  private final Map<String, Set<JsonNode>> values = new TreeMap<>();
  private final Map<String, Set<String>> fields = new TreeMap<>();

  /** Adds all values of a body. */
  void add(JsonNode body) {
    add(body.path("kind").asString(""), body);
  }

  private void add(String place, JsonNode value) {
    Set<JsonNode> known = values.computeIfAbsent(place, any -> new LinkedHashSet<>());
    if (known.size() < MOST) {
      known.add(value);
    }
    if (value.isObject()) {
      value.forEachEntry(
          (key, field) -> {
            fields.computeIfAbsent(place, any -> new LinkedHashSet<>()).add(key);
            add(under(place, key), field);
          });
    } else if (value.isArray()) {
      value.forEach(item -> add(place + "[]", item));
    }
  }

  /** Returns the place below a place. */
  static String under(String place, String key) {
    String parent = place.substring(place.lastIndexOf('.') + 1);
    return MAPS.contains(parent) ? place + ".*" : place + "." + key;
  }

  /** Returns a value that was seen at a place. */
  JsonNode valueAt(String place, Random random) {
    List<JsonNode> known = new ArrayList<>(values.get(place));
    return known.get(random.nextInt(known.size())).deepCopy();
  }

  boolean knows(String place) {
    return values.containsKey(place);
  }

  /** Returns a field that was seen in objects at a place. */
  String fieldAt(String place, Random random) {
    List<String> known = new ArrayList<>(fields.getOrDefault(place, Set.of("bogus")));
    return known.get(random.nextInt(known.size()));
  }

  /** Returns a value from anywhere. */
  JsonNode anyValue(Random random) {
    List<String> places = new ArrayList<>(values.keySet());
    return valueAt(places.get(random.nextInt(places.size())), random);
  }
}
