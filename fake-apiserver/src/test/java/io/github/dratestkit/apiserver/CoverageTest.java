package io.github.dratestkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * For every endpoint and verb that is served: which recorded case shows that it is accepted, and
 * which that it is refused. What has none is printed.
 */
class CoverageTest {

  private static final Pattern COUNTED =
      Pattern.compile("Of (\\d+) endpoints and verbs (\\d+) have .*?, (\\d+) a recorded refusal");
  private static final Pattern PATH =
      Pattern.compile(
          "/(?:api|apis/([^/]+))/[^/]+(?:/watch)?"
              + "(?:/namespaces/[^/?]+(?=/[a-z]+(?:/|\\?|$))(?!/status|/finalize))?"
              + "/([a-z]+)(?:/([^/?]+))?(?:/([a-z]+))?(?:/.*)?");

  private final Map<String, String> accepted = new TreeMap<>();
  private final Map<String, String> refused = new TreeMap<>();

  @Test
  void the_readme_counts_no_more_than_is_recorded() throws IOException, URISyntaxException {
    for (String folder : List.of("conversations", "access", "admission")) {
      conversations(folder);
    }
    kinds();
    TreeSet<String> served = served();
    accepted.keySet().retainAll(served);
    refused.keySet().retainAll(served);
    print("recorded acceptance", served, accepted);
    print("recorded refusal", served, refused);
    System.out.println(
        "Of "
            + served.size()
            + " endpoints and verbs "
            + accepted.size()
            + " have a recorded acceptance, "
            + refused.size()
            + " a recorded refusal.");

    Matcher counted = COUNTED.matcher(Files.readString(Path.of("..", "README.md")));
    assertThat(counted.find()).as("README.md counts the coverage").isTrue();
    assertThat(accepted.size())
        .as("endpoints and verbs with a recorded acceptance")
        .isGreaterThanOrEqualTo(Integer.parseInt(counted.group(2)));
    assertThat(refused.size())
        .as("endpoints and verbs with a recorded refusal")
        .isGreaterThanOrEqualTo(Integer.parseInt(counted.group(3)));
  }

  private static void print(String what, TreeSet<String> served, Map<String, String> shown) {
    TreeSet<String> open = new TreeSet<>(served);
    open.removeAll(shown.keySet());
    System.out.println("No " + what + ": " + String.join(", ", open));
  }

  private void conversations(String folder) throws IOException, URISyntaxException {
    Path path =
        Path.of(
            Objects.requireNonNull(CoverageTest.class.getResource("/upstream/" + folder)).toURI());
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".yaml")).toList()) {
        String name = file.getFileName().toString().replace(".yaml", "");
        Path golden = file.resolveSibling(name + ".json");
        if (!Files.exists(golden)) {
          continue;
        }
        JsonNode steps = YAMLMapper.shared().readTree(Files.readAllBytes(file)).path("steps");
        JsonNode answers = JsonMapper.shared().readTree(Files.readAllBytes(golden)).path("steps");
        for (int i = 0; i < steps.size(); i++) {
          step(steps.get(i), answers.path(i).path("code").asInt(0), name + " step " + (i + 1));
        }
      }
    }
  }

  private void step(JsonNode step, int code, String where) {
    String send = step.path("send").asString("");
    String line =
        step.has("watch") ? "GET " + step.path("watch").asString("") + "?watch=true" : send;
    String[] parts = line.split(" ", 2);
    if (parts.length == 2 && code != 0) {
      note(parts[0], parts[1], code, where);
    }
  }

  private void kinds() throws IOException {
    try (InputStream in =
            CoverageTest.class.getResourceAsStream("/upstream/kinds/answers.jsonl.gz");
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Objects.requireNonNull(in)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode one = JsonMapper.shared().readTree(line);
        boolean update = one.path("op").asString("").equals("update");
        String path = one.path("path").stringValue();
        note(
            update ? "PUT" : "POST",
            update ? path + "/subject" : path,
            one.path("answer").path("code").asInt(),
            "kinds " + one.path("at"));
      }
    }
  }

  private void note(String method, String line, int code, String where) {
    String[] target = line.split("\\?", 2);
    Matcher path = PATH.matcher(target[0]);
    if (!path.matches()) {
      return;
    }
    boolean collection = path.group(3) == null;
    boolean watch = target.length == 2 && target[1].contains("watch=");
    String verb =
        switch (method) {
          case "GET" -> collection ? watch ? "watch" : "list" : "get";
          case "POST" -> "create";
          case "PUT" -> "update";
          case "PATCH" -> "patch";
          case "DELETE" -> collection ? "deletecollection" : "delete";
          default -> method;
        };
    String group = path.group(1) == null ? "" : "." + path.group(1);
    String subresource = path.group(4) == null ? "" : "/" + path.group(4);
    (code < 400 ? accepted : refused)
        .putIfAbsent(path.group(2) + group + subresource + " " + verb, where);
  }

  private static TreeSet<String> served() {
    TreeSet<String> served = new TreeSet<>();
    try (FakeApiServer server =
        FakeApiServer.start(
            ClusterConfig.builder(KubernetesVersion.LATEST)
                .runtimeConfig(List.of("api/all=true"))
                .build())) {
      add(server, "/api/v1", "", served);
      for (JsonNode group : get(server, "/apis").path("groups")) {
        for (JsonNode version : group.path("versions")) {
          String name = group.path("name").stringValue();
          add(server, "/apis/" + version.path("groupVersion").stringValue(), "." + name, served);
        }
      }
    }
    return served;
  }

  private static void add(FakeApiServer server, String path, String group, TreeSet<String> served) {
    for (JsonNode resource : get(server, path).path("resources")) {
      String[] name = resource.path("name").stringValue().split("/", 2);
      String subresource = name.length == 2 ? "/" + name[1] : "";
      for (JsonNode verb : resource.path("verbs")) {
        served.add(name[0] + group + subresource + " " + verb.stringValue());
      }
    }
  }

  private static JsonNode get(FakeApiServer server, String path) {
    ApiResponse answer =
        server
            .handler()
            .handle(ApiRequest.of("GET", path).withHeader("Accept", "application/json"));
    return JsonMapper.shared().readTree(((ApiResponse.Complete) answer).body());
  }
}
