package io.github.dratestkit.explain;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.InProcess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers {@code /debug/explain/NAMESPACE/CLAIM}: which devices the claim has or would get on each
 * node, or why none; as text, or as JSON for who accepts only that. A claim that does not exist is
 * 404.
 */
public final class ExplainPage implements ApiHandler {

  /** Where the page is. */
  public static final String PATH = "/debug/explain";

  private final FakeApiServer server;

  private ExplainPage(FakeApiServer server) {
    this.server = server;
  }

  /** Puts the page on a server. */
  public static void mountOn(FakeApiServer server) {
    server.mount(PATH, new ExplainPage(server));
  }

  @Override
  public ApiResponse handle(ApiRequest request) {
    String claim = request.path().substring(PATH.length()).replaceFirst("^/", "");
    if (!claim.matches("[^/]+/[^/]+")) {
      return text(404, "ask for " + PATH + "/NAMESPACE/CLAIM\n");
    }
    List<Answer> answers;
    try (KubernetesClient client = InProcess.client(server.administrator())) {
      answers = new Question(claim, "").ask(Situation.of(client, server.features()));
    } catch (IllegalArgumentException unknown) {
      return text(404, unknown.getMessage() + "\n");
    }
    if (request.header("Accept").orElse("").startsWith("application/json")) {
      return answer(
          200, "application/json", JsonMapper.shared().writeValueAsString(answers.get(0).toTree()));
    }
    return text(
        200,
        answers.stream()
            .flatMap(answer -> answer.lines().stream())
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static ApiResponse text(int code, String body) {
    return answer(code, "text/plain; charset=utf-8", body);
  }

  private static ApiResponse answer(int code, String type, String body) {
    return new ApiResponse.Complete(
        code, Map.of("Content-Type", List.of(type)), body.getBytes(StandardCharsets.UTF_8));
  }
}
