import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Splits {@code discovery.json} into one compact file for each Kubernetes version, so that a server
 * reads only its own. Run by the build: {@code CompileDiscovery IN FOLDER}.
 */
final class CompileDiscovery {

  public static void main(String[] arguments) throws IOException {
    JsonMapper json = JsonMapper.shared();
    Path folder = Path.of(arguments[1]);
    Files.createDirectories(folder);
    JsonNode versions = json.readTree(Files.readAllBytes(Path.of(arguments[0])));
    for (Map.Entry<String, JsonNode> version : versions.properties()) {
      Files.write(
          folder.resolve("discovery-" + version.getKey() + ".json"),
          json.writeValueAsBytes(version.getValue()));
    }
  }

  private CompileDiscovery() {}
}
