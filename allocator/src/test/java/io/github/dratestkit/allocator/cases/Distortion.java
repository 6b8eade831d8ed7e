package io.github.dratestkit.allocator.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns a sensible case into a strange one: values go missing, come twice, or are replaced by
 * others of their type. What the API server would never store may still reach an allocator, as a
 * library, and must end in an answer.
 */
final class Distortion {

  private static final List<String> WORDS =
      List.of("", "d0", "p0", "a", "r0", "nothing", "All", "ExactCount", "node-1", Drivers.GPU);
  private static final List<String> AMOUNTS =
      List.of("0", "1", "-1", "3", "100m", "1Gi", "9223372036854775807", "1e19", "0.5", "1n");

  /** Without its value an attribute is what our model cannot tell from an empty list. */
  private static final Set<Object> VALUES =
      Set.of("string", "int", "bool", "version", "strings", "ints", "bools", "versions");

  private final Draw draw;

  Distortion(Draw draw) {
    this.draw = draw;
  }

  /** Returns the case, changed at one to three places. */
  Map<String, Object> of(Map<String, Object> given) {
    Map<String, Object> distorted = Shrinker.copyOf(given);
    int places = draw.of(1, 1, 2, 3);
    for (int i = 0; i < places; i++) {
      String part = draw.of("claims", "claims", "slices", "slices", "classes", "node");
      change(distorted.get(part));
    }
    return distorted;
  }

  @SuppressWarnings("unchecked")
  private void change(Object root) {
    Object at = root;
    while (true) {
      if (at instanceof Map<?, ?> map && !map.isEmpty()) {
        Map<Object, Object> object = (Map<Object, Object>) map;
        Object key = draw.of(new ArrayList<>(object.keySet()));
        Object value = object.get(key);
        if (isLeaf(value) || draw.chance(12)) {
          if (key.equals("metadata") || (key.equals("name") && isKept(object))) {
            return;
          }
          if (isLeaf(value) && (VALUES.contains(key) || draw.chance(60))) {
            object.put(key, other(key, value));
          } else {
            object.remove(key);
          }
          return;
        }
        at = value;
      } else if (at instanceof List<?> list && !list.isEmpty()) {
        List<Object> array = (List<Object>) list;
        int index = draw.between(0, array.size() - 1);
        Object value = array.get(index);
        if (isLeaf(value) || draw.chance(8)) {
          if (draw.chance(50)) {
            array.remove(index);
          } else if (!isRequest(value)) {
            array.add(Shrinker.copy(value));
          }
          return;
        }
        at = value;
      } else {
        return;
      }
    }
  }

  /** Two requests of one name cannot be told apart in a result. */
  private static boolean isRequest(Object value) {
    return value instanceof Map<?, ?> map
        && (map.containsKey("exactly") || map.containsKey("firstAvailable"));
  }

  /** A node has its name, and so have most other things. */
  private boolean isKept(Map<Object, Object> named) {
    return draw.chance(80) || named.containsKey("labels");
  }

  private static boolean isLeaf(Object value) {
    return !(value instanceof Map<?, ?> map && !map.isEmpty())
        && !(value instanceof List<?> list && !list.isEmpty());
  }

  private Object other(Object key, Object value) {
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Integer) {
      return draw.of(0, 1, 2, 33, -1, Integer.MAX_VALUE);
    }
    if (value instanceof String text) {
      boolean amount = !text.isEmpty() && Character.isDigit(text.charAt(0)) && !isVersion(text);
      return amount ? draw.of(AMOUNTS) : word(key);
    }
    return value;
  }

  private static boolean isVersion(String text) {
    return text.chars().filter(letter -> letter == '.').count() > 1;
  }

  /** Names of nodes and versions must stay what they are: other words are no answerable case. */
  private String word(Object key) {
    return key.equals("version") ? "1.0.0" : draw.of(WORDS);
  }
}
