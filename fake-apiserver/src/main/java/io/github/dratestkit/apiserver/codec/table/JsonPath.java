package io.github.dratestkit.apiserver.codec.table;

import io.github.dratestkit.apiserver.codec.GoJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A path into an object as columns of custom resources use it: names, places, ranges, everything,
 * and items of which a field has a value (client-go, util/jsonpath, 1.37). What is missing on the
 * way is not found.
 */
final class JsonPath {

  private static final Pattern NAME = Pattern.compile("\\.((?:[^.\\[\\\\]|\\\\.)+)");
  private static final Pattern QUOTED = Pattern.compile("\\[['\"]([^'\"]*)['\"]\\]");
  private static final Pattern ALL = Pattern.compile("\\[\\*\\]|\\.\\*");
  private static final Pattern RANGE = Pattern.compile("\\[(-?\\d*):(-?\\d*)\\]");
  private static final Pattern PLACE = Pattern.compile("\\[(-?\\d+)\\]");
  private static final Pattern FILTER =
      Pattern.compile(
          "\\[\\?\\(\\s*@((?:\\.[A-Za-z0-9_-]+)*)\\s*(?:(==|!=)\\s*(?:[\"']([^\"']*)[\"']|([^\\s)]+)))?"
              + "\\s*\\)\\]");

  private final List<Function<JsonNode, Stream<JsonNode>>> steps;

  private JsonPath(List<Function<JsonNode, Stream<JsonNode>>> steps) {
    this.steps = steps;
  }

  /** Reads a path, or nothing if it has a form that is not known. */
  static Optional<JsonPath> parse(String text) {
    List<Function<JsonNode, Stream<JsonNode>>> steps = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      Matcher matcher = ALL.matcher(text).region(at, text.length());
      if (matcher.lookingAt()) {
        steps.add(JsonNode::valueStream);
      } else if (matcher.usePattern(NAME).lookingAt()) {
        String name = matcher.group(1).replaceAll("\\\\(.)", "$1");
        steps.add(node -> one(node.get(name)));
      } else if (matcher.usePattern(QUOTED).lookingAt()) {
        String name = matcher.group(1);
        steps.add(node -> one(node.get(name)));
      } else if (matcher.usePattern(PLACE).lookingAt()) {
        int place = Integer.parseInt(matcher.group(1));
        steps.add(node -> range(node, place, place + 1 == 0 ? Integer.MAX_VALUE : place + 1));
      } else if (matcher.usePattern(RANGE).lookingAt()) {
        int from = matcher.group(1).isEmpty() ? 0 : Integer.parseInt(matcher.group(1));
        int to =
            matcher.group(2).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(matcher.group(2));
        steps.add(node -> range(node, from, to));
      } else if (matcher.usePattern(FILTER).lookingAt()) {
        Filter filter = Filter.of(matcher);
        steps.add(node -> node.valueStream().filter(filter::takes));
      } else {
        return Optional.empty();
      }
      at = matcher.end();
    }
    return Optional.of(new JsonPath(List.copyOf(steps)));
  }

  private static Stream<JsonNode> one(JsonNode found) {
    return Stream.ofNullable(found);
  }

  // Places below zero count from the end.
  private static Stream<JsonNode> range(JsonNode list, int from, int to) {
    if (!list.isArray()) {
      return Stream.empty();
    }
    int first = from < 0 ? from + list.size() : from;
    int end = Math.min(to < 0 ? to + list.size() : to, list.size());
    return first < 0 || first >= end
        ? Stream.empty()
        : list.valueStream().skip(first).limit(end - first);
  }

  private record Filter(String[] way, String operator, String wanted) {
    static Filter of(Matcher matcher) {
      String way = matcher.group(1);
      String quoted = matcher.group(3);
      return new Filter(
          way.isEmpty() ? new String[0] : way.substring(1).split("\\."),
          String.valueOf(matcher.group(2)),
          quoted == null ? String.valueOf(matcher.group(4)) : quoted);
    }

    boolean takes(JsonNode item) {
      JsonNode value = item;
      for (String step : way) {
        value = value.path(step);
      }
      return switch (operator) {
        case "==" -> !value.isMissingNode() && text(value).equals(wanted);
        case "!=" -> !value.isMissingNode() && !text(value).equals(wanted);
        default -> !value.isMissingNode();
      };
    }
  }

  /** Returns the first that is found. */
  Optional<JsonNode> first(JsonNode object) {
    Stream<JsonNode> found = Stream.of(object);
    for (Function<JsonNode, Stream<JsonNode>> step : steps) {
      found = found.flatMap(step);
    }
    return found.findFirst();
  }

  /** Returns a value as a column of texts shows it. */
  static String text(JsonNode value) {
    if (value.isNull()) {
      return "<nil>";
    }
    return value.isContainer()
        ? new String(GoJson.sortedBytes(value), StandardCharsets.UTF_8)
        : value.asString("");
  }
}
