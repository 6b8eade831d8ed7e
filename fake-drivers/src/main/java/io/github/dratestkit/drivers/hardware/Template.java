package io.github.dratestkit.drivers.hardware;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expands the trees of a model's file. Texts may hold {@code ${expression}}; a text that is nothing
 * else becomes the value itself. An element of a list that is a map with {@code for} stands for
 * many: one for each combination of its variables for which {@code when} holds; its other entries
 * are the element, or {@code item} alone if it has that. The entry {@code each} of a map is a list
 * of such elements, whose entries become entries of the map.
 */
final class Template {

  private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");
  private static final String FOR = "for";
  private static final String WHEN = "when";
  private static final String EACH = "each";
  private static final String ITEM = "item";

  private Template() {}

  /** Returns a value of YAML as expressions know it: whole numbers are Longs. */
  static Object plain(Object value) {
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  static Object expand(Object template, Scope scope) {
    if (template instanceof String text) {
      return expandText(text, scope);
    }
    if (template instanceof List<?> list) {
      return expandList(list, scope);
    }
    if (template instanceof Map<?, ?> map) {
      return expandMap(map, scope);
    }
    return plain(template);
  }

  static List<Object> expandList(List<?> list, Scope scope) {
    List<Object> expanded = new ArrayList<>();
    for (Object element : list) {
      if (element instanceof Map<?, ?> map && (map.containsKey(FOR) || map.containsKey(WHEN))) {
        for (Scope inner : scopesOf(map, scope)) {
          expanded.add(expand(map.containsKey(ITEM) ? map.get(ITEM) : withoutLoop(map), inner));
        }
      } else {
        expanded.add(expand(element, scope));
      }
    }
    return expanded;
  }

  private static Map<Object, Object> withoutLoop(Map<?, ?> map) {
    Map<Object, Object> rest = new LinkedHashMap<>(map);
    rest.remove(FOR);
    rest.remove(WHEN);
    return rest;
  }

  /** Returns the scope of every element that a map with {@code for} stands for. */
  static List<Scope> scopesOf(Map<?, ?> map, Scope scope) {
    List<Scope> scopes = List.of(scope);
    if (map.get(FOR) instanceof Map<?, ?> variables) {
      for (Map.Entry<?, ?> variable : variables.entrySet()) {
        scopes = bind(String.valueOf(variable.getKey()), variable.getValue(), scopes);
      }
    }
    Object condition = map.get(WHEN);
    return condition == null
        ? scopes
        : scopes.stream()
            .filter(inner -> Expression.evaluate(String.valueOf(condition), inner).equals(true))
            .toList();
  }

  private static List<Scope> bind(String name, Object source, List<Scope> outer) {
    List<Scope> bound = new ArrayList<>();
    for (Scope scope : outer) {
      Object values =
          source instanceof String text ? Expression.evaluate(text, scope) : expand(source, scope);
      if (values instanceof List<?> list) {
        list.forEach(value -> bound.add(scope.with(name, plain(value))));
      } else {
        bound.add(scope.with(name, values));
      }
    }
    return bound;
  }

  private static Map<String, Object> expandMap(Map<?, ?> map, Scope scope) {
    Map<String, Object> expanded = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = String.valueOf(entry.getKey());
      if (key.equals(EACH) && entry.getValue() instanceof List<?> list) {
        for (Object part : expandList(list, scope)) {
          ((Map<?, ?>) part).forEach((name, value) -> expanded.put(String.valueOf(name), value));
        }
      } else {
        Object value = expand(entry.getValue(), scope);
        expanded.put(String.valueOf(expandText(key, scope)), value);
      }
    }
    return expanded;
  }

  private static Object expandText(String text, Scope scope) {
    Matcher matcher = PLACE.matcher(text);
    if (matcher.matches()) {
      return Expression.evaluate(matcher.group(1), scope);
    }
    StringBuilder expanded = new StringBuilder();
    matcher.reset();
    while (matcher.find()) {
      String value = String.valueOf(Expression.evaluate(matcher.group(1), scope));
      matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(expanded).toString();
  }
}
