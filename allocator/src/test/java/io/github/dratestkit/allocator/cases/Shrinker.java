package io.github.dratestkit.allocator.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Makes a case smaller, one removed value at a time, as long as it stays interesting. */
final class Shrinker {

  private final Predicate<Map<String, Object>> interesting;

  Shrinker(Predicate<Map<String, Object>> interesting) {
    this.interesting = interesting;
  }

  /** Returns a case in which nothing more can be left out. */
  Map<String, Object> shrink(Map<String, Object> given) {
    Map<String, Object> smallest = given;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (List<Object> path : paths(smallest)) {
        Map<String, Object> candidate = without(smallest, path);
        if (candidate != null && interesting.test(candidate)) {
          smallest = candidate;
          smaller = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** Returns the places of all values that may be left out, the large ones first. */
  private static List<List<Object>> paths(Map<String, Object> value) {
    List<List<Object>> paths = new ArrayList<>();
    List<List<Object>> level = List.of(List.of());
    while (!level.isEmpty()) {
      List<List<Object>> next = new ArrayList<>();
      for (List<Object> path : level) {
        Object at = at(value, path);
        if (at instanceof Map<?, ?> map) {
          for (Object key : map.keySet()) {
            if (!key.equals("name")) {
              next.add(append(path, key));
            }
          }
        } else if (at instanceof List<?> list) {
          for (int i = list.size() - 1; i >= 0; i--) {
            next.add(append(path, i));
          }
        }
      }
      paths.addAll(next);
      level = next;
    }
    return paths;
  }

  private static List<Object> append(List<Object> path, Object key) {
    List<Object> longer = new ArrayList<>(path);
    longer.add(key);
    return longer;
  }

  private static Object at(Object value, List<Object> path) {
    Object at = value;
    for (Object key : path) {
      at = key instanceof Integer i ? ((List<?>) at).get(i) : ((Map<?, ?>) at).get(key);
    }
    return at;
  }

  private static Map<String, Object> without(Map<String, Object> given, List<Object> path) {
    Map<String, Object> copy = copyOf(given);
    Object parent = at(copy, path.subList(0, path.size() - 1));
    Object key = path.get(path.size() - 1);
    if (key instanceof Integer i) {
      ((List<?>) parent).remove(i.intValue());
    } else {
      ((Map<?, ?>) parent).remove(key);
    }
    return copy;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> copyOf(Map<String, Object> map) {
    return (Map<String, Object>) copy(map);
  }

  /** Returns a copy down to the last value, all of whose objects and lists can be changed. */
  static Object copy(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(key, copy(element)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(copy(element)));
      return copy;
    }
    return value;
  }
}
