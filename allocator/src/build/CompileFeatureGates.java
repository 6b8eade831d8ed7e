import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns {@code feature-gates.json} into a table of lines {@code version gate stage default}, so
 * that the library reads it without a JSON parser. Run by the build: {@code CompileFeatureGates IN
 * OUT}.
 */
final class CompileFeatureGates {

  public static void main(String[] arguments) throws IOException {
    JsonNode gates = JsonMapper.shared().readTree(Files.readAllBytes(Path.of(arguments[0])));
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
                            row.get("default").asString()))));
    lines.sort(null);
    Path target = Path.of(arguments[1]);
    Files.createDirectories(target.getParent());
    Files.write(target, lines);
  }

  private CompileFeatureGates() {}
}
