package io.github.dratestkit.controlplane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Compares an answer with a recorded one in which uids, versions, times and random parts are
 * tokens. A token stands for any text, but the same one for the same text throughout a
 * conversation.
 */
final class GoldenMatcher {

  private static final Pattern TOKEN = Pattern.compile("<([a-z]+)([^<>]*)>");

  private final Map<String, String> values = new HashMap<>();
  private final String namespace;

  GoldenMatcher(String namespace) {
    this.namespace = namespace;
  }

  /** Returns the differences, each with the place where it is. */
  List<String> differences(JsonNode golden, JsonNode actual) {
    List<String> differences = new ArrayList<>();
    compare("", golden, actual, differences);
    return differences;
  }

  private void compare(String path, JsonNode golden, JsonNode actual, List<String> differences) {
    if (golden.isString() && matches(golden.stringValue(), text(actual))) {
      return;
    }
    if (golden.isObject() && actual.isObject()) {
      Map<String, JsonNode> expected = new TreeMap<>();
      golden
          .properties()
          .forEach(
              entry -> expected.put(entry.getKey().replace("<ns>", namespace), entry.getValue()));
      Set<String> names = new TreeSet<>(expected.keySet());
      names.addAll(actual.propertyNames());
      for (String name : names) {
        JsonNode value = expected.getOrDefault(name, MissingNode.getInstance());
        compare(path + "." + name, value, actual.path(name), differences);
      }
      return;
    }
    // A path through a list that is not there finds nothing, as one through an empty list does.
    if (golden.isArray() && golden.isEmpty() && text(actual).isEmpty()) {
      return;
    }
    if (golden.isArray() && actual.isArray() && golden.size() == actual.size()) {
      for (int i = 0; i < golden.size(); i++) {
        compare(path + "[" + i + "]", golden.get(i), actual.get(i), differences);
      }
      return;
    }
    if (!golden.equals(actual) && !text(golden).equals(text(actual))) {
      differences.add(path + ": expected " + shown(golden) + ", was " + shown(actual));
    }
  }

  private boolean matches(String golden, String actual) {
    if (golden.equals("<absent>")) {
      return actual.isEmpty();
    }
    List<String> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(golden);
    StringBuilder pattern = new StringBuilder();
    int last = 0;
    while (token.find()) {
      pattern.append(Pattern.quote(golden.substring(last, token.start())));
      last = token.end();
      if (token.group().equals("<ns>")) {
        pattern.append(Pattern.quote(namespace));
      } else {
        pattern.append("(.+)");
        tokens.add(token.group());
      }
    }
    pattern.append(Pattern.quote(golden.substring(last)));
    Matcher matcher = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(actual);
    if (!matcher.matches()) {
      return false;
    }
    for (int i = 0; i < tokens.size(); i++) {
      if (!agrees(tokens.get(i), matcher.group(i + 1))) {
        return false;
      }
    }
    return true;
  }

  private boolean agrees(String token, String value) {
    if (!token.startsWith("<uid") && !token.startsWith("<name")) {
      return true;
    }
    return value.equals(values.computeIfAbsent(token, name -> value))
        && new HashSet<>(values.values()).size() == values.size();
  }

  private static String text(JsonNode node) {
    return node.isMissingNode() ? "" : node.isString() ? node.stringValue() : node.toString();
  }

  private static String shown(JsonNode node) {
    String text = node.isMissingNode() ? "nothing" : node.toString();
    return text.length() > 300 ? text.substring(0, 300) + "…" : text;
  }
}
