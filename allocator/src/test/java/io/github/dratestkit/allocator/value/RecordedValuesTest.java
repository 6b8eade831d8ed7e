package io.github.dratestkit.allocator.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares quantities and versions with recorded answers of the libraries that Kubernetes uses. */
class RecordedValuesTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static List<JsonNode> recorded(String file) throws IOException {
    try (InputStream in = RecordedValuesTest.class.getResourceAsStream("/upstream/value/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(JSON::readTree)
          .toList();
    }
  }

  private static String describe(Quantity quantity) {
    return String.join(
        " ",
        quantity.toString(),
        Integer.toString(quantity.sign()),
        Boolean.toString(quantity.isInteger()),
        Long.toString(quantity.value()),
        Long.toString(quantity.milliValue()),
        Double.toString(quantity.toApproximateDouble()),
        quantity.format().toString().replace("_", ""),
        quantity.negate().toString());
  }

  private static String described(JsonNode node) {
    return String.join(
        " ",
        node.get("string").asString(),
        node.get("sign").asString(),
        node.get("isInteger").asString(),
        node.get("value").asString(),
        node.get("milli").asString(),
        Double.toString(
            Double.parseDouble(node.get("float").asString().replace("Inf", "Infinity"))),
        node.get("format").asString().toUpperCase(java.util.Locale.ROOT),
        node.get("negated").asString());
  }

  @Test
  void quantities_are_read_printed_and_rounded_as_apimachinery_does() throws IOException {
    List<String> differences = new ArrayList<>();
    for (JsonNode node : recorded("quantities.jsonl")) {
      if (!node.has("text")) {
        continue;
      }
      String text = node.get("text").asString();
      String expected = node.has("error") ? node.get("error").asString() : described(node);
      String actual;
      try {
        actual = describe(Quantity.parse(text));
      } catch (MalformedQuantityException malformed) {
        actual = malformed.reason().toString();
      }
      if (!actual.equals(expected)) {
        differences.add(text + ": expected " + expected + " but is " + actual);
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void quantities_are_compared_added_and_subtracted_as_apimachinery_does() throws IOException {
    List<String> differences = new ArrayList<>();
    for (JsonNode node : recorded("quantities.jsonl")) {
      if (node.has("text")) {
        continue;
      }
      Quantity a = Quantity.parse(node.get("a").asString());
      Quantity b = Quantity.parse(node.get("b").asString());
      String expected =
          node.get("compare").asInt()
              + " "
              + node.get("sum").asString()
              + " "
              + node.get("difference").asString();
      String actual = a.compareTo(b) + " " + a.add(b) + " " + a.subtract(b);
      if (!actual.equals(expected)) {
        differences.add(
            node.get("a") + " and " + node.get("b") + ": " + expected + " but is " + actual);
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void equal_quantities_have_equal_hash_codes() {
    assertThat(Quantity.parse("1Gi")).isEqualTo(Quantity.parse("1024Mi"));
    assertThat(Quantity.parse("1Gi")).hasSameHashCodeAs(Quantity.parse("1024Mi"));
    assertThat(Quantity.parse("1000m")).hasSameHashCodeAs(Quantity.parse("1"));
  }

  @Test
  void versions_are_read_and_compared_as_blang_semver_does() throws IOException {
    List<String> differences = new ArrayList<>();
    for (JsonNode node : recorded("versions.jsonl")) {
      String expected =
          node.has("text")
              ? (node.get("valid").asBoolean() ? node.get("string").asString() : "invalid")
              : node.get("compare").asString();
      String actual;
      try {
        actual =
            node.has("text")
                ? SemanticVersion.parse(node.get("text").asString()).toString()
                : Integer.toString(
                    SemanticVersion.parse(node.get("a").asString())
                        .compareTo(SemanticVersion.parse(node.get("b").asString())));
      } catch (MalformedVersionException malformed) {
        actual = "invalid";
      }
      if (!actual.equals(expected)) {
        differences.add(node + ": " + expected + " but is " + actual);
      }
    }
    assertThat(differences).isEmpty();
  }
}
