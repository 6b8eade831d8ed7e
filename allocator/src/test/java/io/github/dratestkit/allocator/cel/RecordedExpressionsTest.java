package io.github.dratestkit.allocator.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares what expressions compile to, cost and give with the recorded answers of upstream. The
 * first line of the file says how they were recorded; {@code known-differences.txt} lists the
 * expressions in which the engine dev.cel differs, each with what.
 */
class RecordedExpressionsTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final Pattern PLACE = Pattern.compile("<input>:\\d+:\\d+");

  private record Recorded(String expression, boolean derived, CelDevice device, JsonNode answers) {}

  private static List<String> lines(String file) throws IOException {
    try (InputStream in =
        RecordedExpressionsTest.class.getResourceAsStream("/upstream/cel/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static List<Recorded> recorded(String file) throws IOException {
    List<String> lines = lines(file);
    JsonNode header = JSON.readTree(lines.get(0));
    String driver = header.get("driver").asString();
    Map<String, CelDevice> devices = new HashMap<>();
    for (String name : header.get("devices").propertyNames()) {
      Device device = JSON.treeToValue(header.get("devices").get(name), Device.class);
      devices.put(name, CelDevice.of(driver, device));
    }
    List<Recorded> all = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      JsonNode node = JSON.readTree(line);
      all.add(
          new Recorded(
              node.get("e").asString(),
              node.has("derived"),
              devices.get(node.get("d").asString()),
              node.get("a")));
    }
    return all;
  }

  private static CelEnvironment environment(String level) {
    KubernetesVersion version = KubernetesVersion.parse("1." + level.substring(0, 2));
    return switch (level.charAt(2)) {
      case 's' -> CelEnvironment.of(FeatureSet.of(version), CelEnvironment.Mode.STORED_EXPRESSIONS);
      case 'l' -> created(version, true, true);
      case 'x' -> created(version, false, level.startsWith("36"));
      default -> created(version, true, false);
    };
  }

  private static CelEnvironment created(KubernetesVersion version, boolean capacity, boolean list) {
    Map<String, Boolean> gates = new HashMap<>();
    gates.put("DRAConsumableCapacity", capacity);
    if (!capacity && version.minor() == 37) {
      gates.put("DRAFractionalCapacityRange", false);
    }
    if (version.minor() >= 36) {
      gates.put("DRAListTypeAttributes", list);
    }
    return CelEnvironment.of(FeatureSet.of(version, gates), CelEnvironment.Mode.NEW_EXPRESSIONS);
  }

  private static List<String> answer(CelEnvironment environment, Recorded recorded) {
    Compilation compilation =
        recorded.derived()
            ? environment.compileDerivedAttribute(recorded.expression())
            : environment.compileSelector(recorded.expression());
    if (compilation instanceof Compilation.Rejected rejected) {
      return List.of(
          switch (rejected.reason()) {
            case SYNTAX -> "syntax";
            case TYPE -> "type";
            case RESULT_TYPE -> "result";
            case INTERNAL -> "internal";
          },
          PLACE.matcher(rejected.message()).results().map(MatchResult::group).toList().toString());
    }
    Compilation.Compiled compiled = (Compilation.Compiled) compilation;
    List<String> answer = new ArrayList<>();
    answer.add("ok");
    answer.add(Long.toString(compiled.estimatedCost()));
    if (recorded.derived()) {
      return answer;
    }
    Match match = compiled.expression().matches(recorded.device());
    if (match instanceof Match.Failed failed) {
      answer.add("!" + failed.failure().kind());
      return answer;
    }
    answer.add(Boolean.toString(match instanceof Match.Yes));
    answer.add(Long.toString(compiled.expression().evaluate(recorded.device()).cost()));
    return answer;
  }

  private static List<String> expected(JsonNode node, Recorded recorded) {
    List<String> expected = new ArrayList<>();
    String compiled = node.get(0).asString();
    if (!compiled.equals("ok")) {
      // Where upstream panics it says no place.
      List<String> places = new ArrayList<>();
      if (node.get(1).isArray()) {
        node.get(1).forEach(place -> places.add(place.asString()));
      }
      return List.of(compiled.equals("panic") ? "internal" : compiled, places.toString());
    }
    expected.add(compiled);
    java.math.BigInteger estimate = new java.math.BigInteger(node.get(1).asString());
    expected.add(estimate.min(java.math.BigInteger.valueOf(Long.MAX_VALUE)).toString());
    if (recorded.derived()) {
      return expected;
    }
    expected.add(node.get(2).asString());
    if (!node.get(2).asString().startsWith("!")) {
      expected.add(node.get(3).asString());
    }
    return expected;
  }

  private static Set<String> known() throws IOException {
    Set<String> known = new TreeSet<>();
    for (String line : lines("known-differences.txt")) {
      if (!line.startsWith("#")) {
        known.add(line);
      }
    }
    return known;
  }

  private static List<String> differences(String level) throws IOException {
    CelEnvironment environment = environment(level);
    Set<String> known = known();
    List<String> differences = new ArrayList<>();
    for (String file : List.of("expressions.jsonl", "random.jsonl")) {
      for (Recorded recorded : recorded(file)) {
        JsonNode node =
            recorded.answers().has(level)
                ? recorded.answers().get(level)
                : recorded.answers().get("37n");
        List<String> expected = expected(node, recorded);
        List<String> actual;
        try {
          actual = answer(environment, recorded);
        } catch (RuntimeException failure) {
          actual = List.of("EXCEPTION " + failure);
        }
        String expression = recorded.expression().replace("\n", "\\n");
        if (!actual.equals(expected) && !known.contains(expression)) {
          differences.add(expression + "  expected " + expected + " but is " + actual);
        }
      }
    }
    return differences;
  }

  // 34n was recorded with a compatibility version of 1.33, to which 1.37.2 does not go back: new
  // expressions at an emulated 1.34 are those of 35n.
  @ParameterizedTest
  @ValueSource(strings = {"37n", "37l", "37s", "36n", "36x", "35n", "35x"})
  void compile_cost_and_evaluate_as_upstream(String level) throws IOException {
    assertThat(differences(level)).isEmpty();
  }
}
