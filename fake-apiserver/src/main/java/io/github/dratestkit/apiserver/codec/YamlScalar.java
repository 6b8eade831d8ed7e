package io.github.dratestkit.apiserver.codec;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One scalar of a YAML text, of the type that goyaml.v2 takes it for (resolve.go). */
final class YamlScalar {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern INTEGER =
      Pattern.compile("([-+]?)(0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");

  private YamlScalar() {}

  static JsonNode value(ScalarNode scalar) {
    String text = scalar.getValue();
    String tag = scalar.getTag().getValue();
    if (tag.endsWith(":binary")) {
      return NODES.stringNode(
          new String(
              Base64.getMimeDecoder().decode(text.getBytes(StandardCharsets.US_ASCII)),
              StandardCharsets.ISO_8859_1));
    }
    boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
    boolean told = plain && scalar.getTag().equals(Tag.STR) && isOther(text);
    return plain && !told ? resolved(text) : NODES.stringNode(text);
  }

  // A tag of its own on what would else be a number or a word.
  private static boolean isOther(String text) {
    return NULLS.contains(text) || INTEGER.matcher(text).matches() || FLOAT.matcher(text).matches();
  }

  private static JsonNode resolved(String text) {
    if (NULLS.contains(text)) {
      return NODES.nullNode();
    }
    if (TRUE.contains(text) || FALSE.contains(text)) {
      return NODES.booleanNode(TRUE.contains(text));
    }
    String plain = text.replace("_", "");
    var integer = INTEGER.matcher(plain);
    if (integer.matches()) {
      return NODES.numberNode(integer(integer));
    }
    return FLOAT.matcher(plain).matches()
        ? NODES.numberNode(Double.parseDouble(plain))
        : NODES.stringNode(text);
  }

  private static BigInteger integer(java.util.regex.Matcher parts) {
    BigInteger size = new BigInteger("0");
    int[] radixes = {16, 2, 8, 10};
    for (int place = 0; place < radixes.length; place++) {
      String digits = parts.group(place + 3);
      if (digits != null) {
        size = new BigInteger(digits, radixes[place]);
      }
    }
    return "-".equals(parts.group(1)) ? size.negate() : size;
  }
}
