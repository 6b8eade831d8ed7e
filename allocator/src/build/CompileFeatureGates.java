import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns {@code feature-gates.json} and {@code feature-gate-rules.json} into a table of lines {@code
 * version gate stage default locked needs}, so that the library reads it without a JSON parser. Run
 * by the build: {@code CompileFeatureGates GATES RULES OUT}.
 */
final class CompileFeatureGates {

  public static void main(String[] arguments) throws IOException {
    JsonNode gates = read(arguments[0]);
    JsonNode rules = read(arguments[1]);
    List<String> lines = new ArrayList<>();
    gates.forEachEntry(
        (gate, versions) ->
            versions.forEachEntry(
                (version, row) ->
                    lines.add(
                        String.join(
                            " ",
                            version,
                            gate,
                            row.get("stage").asString(),
                            row.get("default").asString(),
                            Boolean.toString(
                                texts(rules.path(gate).path("locked")).contains(version)),
                            String.join(",", texts(rules.path(gate).path("needs")))))));
    lines.sort(null);
    Path target = Path.of(arguments[2]);
    Files.createDirectories(target.getParent());
    Files.write(target, lines);
  }

  private static JsonNode read(String file) throws IOException {
    return JsonMapper.shared().readTree(Files.readAllBytes(Path.of(file)));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  private CompileFeatureGates() {}
}
