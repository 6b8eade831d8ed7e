package io.github.dratestkit.apiserver.codec;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;
import tools.jackson.dataformat.yaml.util.StringQuotingChecker;

/** Bodies in YAML. One body holds one document. */
public final class YamlText {

  private static final YAMLMapper NO_DUPLICATES =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final YAMLMapper WRITER =
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new TimesQuoted()).build())
          .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
          .enable(YAMLWriteFeature.SPLIT_LINES)
          .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
          .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private YamlText() {}

  /** Quotes what another reader of YAML would take for a time, too. */
  private static final class TimesQuoted extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d?-\\d\\d?([Tt ].*)?");

    @Override
    public boolean needToQuoteName(String name) {
      return !name.equals(".") && super.needToQuoteName(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
      return TIME.matcher(value).matches() || super.needToQuoteValue(value);
    }
  }

  /** Returns a body of JSON as YAML, with the keys of every object sorted. */
  public static byte[] ofJson(byte[] json) {
    return WRITER.writeValueAsBytes(sorted(JsonMapper.shared().readTree(json)));
  }

  private static JsonNode sorted(JsonNode value) {
    if (value.isObject()) {
      Map<String, JsonNode> entries = new TreeMap<>();
      value.forEachEntry(entries::put);
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      entries.forEach((key, item) -> object.set(key, sorted(item)));
      return object;
    }
    if (value.isArray()) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
      value.forEach(item -> list.add(sorted(item)));
      return list;
    }
    return value;
  }

  static byte[] toJson(byte[] body, String kind, @Nullable StrictErrors strict) {
    if (strict != null) {
      try {
        return JsonMapper.shared().writeValueAsBytes(NO_DUPLICATES.readTree(body));
      } catch (JacksonException e) {
        // Either a key twice, which only the strict reader minds, or no YAML, told below.
        strict.add("yaml: " + e.getOriginalMessage() + line(e));
      }
    }
    try {
      JsonNode tree = YAMLMapper.shared().readTree(body);
      return JsonMapper.shared().writeValueAsBytes(tree);
    } catch (JacksonException e) {
      throw new DecodingException(
          "the object provided is unrecognized (must be of type "
              + kind
              + "): yaml: "
              + e.getOriginalMessage()
              + line(e));
    }
  }

  private static String line(JacksonException e) {
    return e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
  }
}
