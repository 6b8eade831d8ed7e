package io.github.dratestkit.conversation;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Replaces what differs from run to run by tokens that keep what matters: which values are equal,
 * and which version is older. The tokens are those of {@code replay}'s recorded answers.
 */
final class Normaliser {

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern JWT = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+");
  private static final Pattern HASH = Pattern.compile("\\?hash=[0-9A-Fa-f]+");
  private static final Pattern CURRENT = Pattern.compile("(resource version: \\d+, current: )\\d+");
  private static final Pattern TOO_OLD =
      Pattern.compile("(too old resource version: )(\\d+) \\(\\d+\\)");
  private static final Pattern VERSION_IN_TEXT =
      Pattern.compile(
          "(resourceVersion\\\\*\"?: ?\\\\*\"|Resource Version:\\s+|ResourceVersion in (?:the"
              + " )?\\w+ \\()(\\d+)(\\\\*\"|\\)|$)");
  private static final Pattern AGE = Pattern.compile("(\\d+[smhdy])+");
  private static final Pattern AGE_IN_TEXT = Pattern.compile("(^|\\s)(\\d+[smhdy])+(\\s|$)");

  private final String text;
  private final String namespace;
  private final Instant now;
  private final List<String> generated = new ArrayList<>();
  private final Map<String, String> tokens = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private int step;
  private long highest;
  private String lastList = "";
  private Map<String, String> asked = Map.of();
  private boolean ofList;
  private boolean inBookmark;

  /**
   * Creates one for one play.
   *
   * @param text the conversation as it is written, for telling given values from invented ones
   */
  Normaliser(String text, String namespace, Instant now) {
    this.text = text;
    this.namespace = namespace;
    this.now = now;
  }

  /** Looks for names that the server made up. */
  void findGenerated(JsonNode value) {
    if (value.isObject()) {
      String prefix = value.path("generateName").asString("");
      String name = value.path("name").asString("");
      if (!prefix.isEmpty()
          && name.length() > 5
          && name.startsWith(prefix.substring(0, Math.min(prefix.length(), name.length() - 5)))
          && !text.contains(name)
          && !generated.contains(name)) {
        generated.add(name);
      }
      sorted(value).values().forEach(this::findGenerated);
    } else if (value.isArray()) {
      value.forEach(this::findGenerated);
    }
  }

  /** Begins the answer of a step, whose request asked with these parameters. */
  void begin(int number, Map<String, String> parameters, boolean pickedFromList) {
    step = number;
    counts.clear();
    asked = parameters;
    ofList = pickedFromList;
  }

  JsonNode of(JsonNode value) {
    return walk(value, null);
  }

  /** Returns lines of text, with blanks and ages made the same. */
  JsonNode ofLines(JsonNode lines) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (JsonNode line : lines) {
      String words = words(line.stringValue()).replaceAll("(\\S)[ \\t]{2,}", "$1  ");
      while (AGE_IN_TEXT.matcher(words).find()) {
        words = AGE_IN_TEXT.matcher(words).replaceAll("$1<age>$3");
      }
      out.add(walk(StringNode.valueOf(words.replaceAll("[ \\t]+$", "")), null));
    }
    return out;
  }

  private static Map<String, JsonNode> sorted(JsonNode object) {
    Map<String, JsonNode> entries = new TreeMap<>();
    object.forEachEntry(entries::put);
    return entries;
  }

  private String token(String kind, String value, String remark) {
    String known = tokens.get(kind + value);
    if (known != null) {
      return known;
    }
    int count = counts.merge(kind, 1, Integer::sum);
    String token = "<" + kind + " " + step + "." + count + remark + ">";
    tokens.put(kind + value, token);
    return token;
  }

  private String objectVersion(String value) {
    if (!value.matches("[1-9][0-9]*") || text.contains("\"" + value + "\"")) {
      return value;
    }
    long number = Long.parseLong(value);
    String remark = number < highest ? ", older" : "";
    highest = Math.max(highest, number);
    return token("rv", value, remark);
  }

  private String listVersion(String value) {
    if (!value.matches("[1-9][0-9]*")) {
      return value;
    }
    String before = lastList;
    lastList = value;
    if (!asked.getOrDefault("continue", "").isEmpty() && before.equals(value)) {
      return "<rv of the page before>";
    }
    if (asked.getOrDefault("resourceVersionMatch", "").equals("Exact")
        && asked.getOrDefault("resourceVersion", "").equals(value)) {
      return "<rv asked for>";
    }
    return Long.parseLong(value) >= highest ? "<rv recent>" : "<rv older than what was seen>";
  }

  private JsonNode walk(JsonNode value, @Nullable JsonNode parent) {
    if (value.isObject()) {
      return walkObject(
          Comparison.isFailure(value) ? Comparison.sortedCauses(value) : value, parent);
    }
    if (value.isArray()) {
      ArrayNode out = JsonNodeFactory.instance.arrayNode();
      value.forEach(item -> out.add(walk(item, null)));
      return out;
    }
    return value.isString() ? StringNode.valueOf(words(value.stringValue())) : value;
  }

  private ObjectNode walkObject(JsonNode object, @Nullable JsonNode parent) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    sorted(object)
        .forEach(
            (key, child) -> {
              boolean version =
                  key.equals("resourceVersion") || key.endsWith(".metadata.resourceVersion");
              if (child.isString() && version) {
                boolean listed =
                    key.equals("resourceVersion")
                        ? isList(parent) || inBookmark
                        : ofList && key.equals(".metadata.resourceVersion");
                String text = child.stringValue();
                out.put(key, listed ? listVersion(text) : objectVersion(text));
              } else if (child.isString()
                  && key.equals("continue")
                  && !child.stringValue().isEmpty()) {
                out.put(key, "<continue>");
              } else if (child.isArray() && (key.equals("cells") || key.endsWith(".cells"))) {
                out.set(key, cells(child));
              } else if (key.equals(".metadata") && ofList) {
                ObjectNode list = JsonNodeFactory.instance.objectNode();
                list.putArray("items");
                out.set(key, walk(child, list));
              } else if (key.equals("object")
                  && object.path("type").asString("").equals("BOOKMARK")) {
                inBookmark = true;
                out.set(key, walk(child, null));
                inBookmark = false;
              } else {
                boolean managers =
                    child.isArray()
                        && (key.equals("managedFields") || key.endsWith(".managedFields"));
                out.set(
                    words(key), walk(managers ? Comparison.sortedManagers(child) : child, object));
              }
            });
    return out;
  }

  static boolean isList(@Nullable JsonNode object) {
    if (object == null) {
      return false;
    }
    String kind = object.path("kind").asString("");
    return object.has("items")
        || (object.has("rows") && kind.equals("Table"))
        || (kind.endsWith("List") && !kind.equals("List"));
  }

  private ArrayNode cells(JsonNode list) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (JsonNode cell : list) {
      if (cell.isString() && AGE.matcher(cell.stringValue()).matches()) {
        out.add("<age>");
      } else {
        out.add(cell.isArray() ? cells(cell) : walk(cell, null));
      }
    }
    return out;
  }

  private String words(String given) {
    String words = given;
    for (int place = 0; place < generated.size(); place++) {
      String name = generated.get(place);
      words =
          words.replace(name, name.substring(0, name.length() - 5) + "<name " + (place + 1) + ">");
    }
    words = words.replace(namespace, "<ns>").replace(Laboratory.HOST, "<server>");
    words = replaced(words, UUID, m -> kept(m.group()) ? m.group() : token("uid", m.group(), ""));
    words = replaced(words, TIME, m -> kept(m.group()) ? m.group() : time(m.group()));
    words = replaced(words, JWT, m -> "<jwt>");
    words = replaced(words, HASH, m -> "?hash=<hash>");
    words =
        replaced(words, VERSION_IN_TEXT, m -> m.group(1) + objectVersion(m.group(2)) + m.group(3));
    words = replaced(words, CURRENT, m -> m.group(1) + "<rv>");
    return replaced(words, TOO_OLD, m -> m.group(1) + m.group(2) + " (<rv>)");
  }

  private boolean kept(String value) {
    return text.contains(value);
  }

  private String time(String value) {
    try {
      Instant when = OffsetDateTime.parse(value).toInstant();
      if (Duration.between(when, now).abs().compareTo(Duration.ofHours(24)) > 0) {
        return value;
      }
    } catch (DateTimeParseException other) {
      return value;
    }
    int dot = value.indexOf('.');
    return dot > 0 ? "<time, " + (value.length() - dot - 2) + " digits>" : "<time>";
  }

  private static String replaced(
      String text, Pattern pattern, Function<MatchResult, String> replacement) {
    return pattern
        .matcher(text)
        .replaceAll(match -> java.util.regex.Matcher.quoteReplacement(replacement.apply(match)));
  }
}
