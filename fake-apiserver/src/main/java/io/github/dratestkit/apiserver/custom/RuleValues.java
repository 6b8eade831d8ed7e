package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.schema.structural.StructuralSchema;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Values as rules in CEL see them: by their schema, with names that CEL can say
 * (apiextensions-apiserver, pkg/apiserver/schema/cel/values.go, and apiserver, pkg/cel/escaping.go,
 * 1.37).
 */
final class RuleValues {

  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "null",
          "in",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");
  private static final Set<String> OF_METADATA = Set.of("name", "generateName");
  private static final Pattern PART = Pattern.compile("([0-9.]+)(ns|us|µs|μs|ms|s|m|h)");

  private RuleValues() {}

  /** Returns a value; {@code root} says whether it is a whole object. */
  static Object of(JsonNode value, StructuralSchema schema, boolean root) {
    if (value.isObject()) {
      return entries(value, schema, root);
    }
    if (value.isArray()) {
      List<Object> list = new ArrayList<>();
      value.forEach(
          item -> list.add(of(item, schema.items().orElse(StructuralSchema.NOTHING), false)));
      return list;
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isNumber()) {
      boolean whole = value.isIntegralNumber() && !schema.type().equals("number");
      return whole ? (Object) value.longValue() : (Object) value.doubleValue();
    }
    return value.isString()
        ? text(value.stringValue(), schema)
        : dev.cel.common.values.NullValue.NULL_VALUE;
  }

  private static Map<String, Object> entries(
      JsonNode object, StructuralSchema schema, boolean root) {
    Map<String, Object> entries = new LinkedHashMap<>();
    boolean resource = root || schema.isResource();
    object.forEachEntry(
        (name, value) -> {
          if (resource && name.equals("metadata")) {
            entries.put(name, metadata(value));
            return;
          }
          boolean declared = schema.properties().containsKey(name);
          Optional<StructuralSchema> part = schema.entry(name);
          boolean seen =
              part.isPresent()
                  || schema.preservesUnknownFields()
                  || (resource && (name.equals("kind") || name.equals("apiVersion")));
          if (seen) {
            entries.put(
                declared ? escaped(name) : name,
                of(value, part.orElse(StructuralSchema.NOTHING), false));
          }
        });
    return entries;
  }

  private static Map<String, Object> metadata(JsonNode metadata) {
    Map<String, Object> names = new LinkedHashMap<>();
    metadata.forEachEntry(
        (name, value) -> {
          if (OF_METADATA.contains(name)) {
            names.put(name, value.asString(""));
          }
        });
    return names;
  }

  private static Object text(String text, StructuralSchema schema) {
    String format = schema.source().path("format").asString("");
    try {
      return switch (format) {
        case "date-time" -> OffsetDateTime.parse(text).toInstant();
        case "date" -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        case "duration" -> duration(text);
        default -> text;
      };
    } catch (DateTimeException | ArithmeticException broken) {
      return text;
    }
  }

  private static Object duration(String text) {
    Matcher parts = PART.matcher(text);
    double nanos = 0;
    int end = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int begin = end;
    while (parts.find(end) && parts.start() == end) {
      nanos +=
          Double.parseDouble(parts.group(1))
              * switch (parts.group(2)) {
                case "ns" -> 1;
                case "ms" -> 1e6;
                case "s" -> 1e9;
                case "m" -> 60e9;
                case "h" -> 3600e9;
                default -> 1e3;
              };
      end = parts.end();
      if (end == text.length()) {
        break;
      }
    }
    boolean whole = end == text.length() && end > begin;
    return whole ? Duration.ofNanos((long) (text.startsWith("-") ? -nanos : nanos)) : text;
  }

  /** Returns a name of a property as rules say it. */
  static String escaped(String name) {
    if (RESERVED.contains(name)) {
      return "__" + name + "__";
    }
    return name.replace("__", "__underscores__")
        .replace(".", "__dot__")
        .replace("-", "__dash__")
        .replace("/", "__slash__");
  }
}
