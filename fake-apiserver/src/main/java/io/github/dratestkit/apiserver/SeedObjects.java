package io.github.dratestkit.apiserver;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What every cluster has from the start. */
final class SeedObjects {

  private static final List<String> NAMESPACES =
      List.of("default", "kube-node-lease", "kube-public", "kube-system");

  private SeedObjects() {}

  static void create(ApiHandler handler) {
    for (String name : NAMESPACES) {
      post(
          handler,
          "/api/v1/namespaces",
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
              + name
              + "\"}}");
    }
    post(handler, "/apis/scheduling.k8s.io/v1/priorityclasses", priority("cluster", 2_000_000_000));
    post(handler, "/apis/scheduling.k8s.io/v1/priorityclasses", priority("node", 2_000_001_000));
  }

  private static String priority(String what, int value) {
    return "{\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":\"PriorityClass\","
        + "\"metadata\":{\"name\":\"system-"
        + what
        + "-critical\"},\"value\":"
        + value
        + ",\"preemptionPolicy\":\"PreemptLowerPriority\"}";
  }

  private static void post(ApiHandler handler, String path, String body) {
    ApiResponse response =
        handler.handle(
            ApiRequest.of("POST", path)
                .withBody("application/json", body.getBytes(StandardCharsets.UTF_8)));
    if (response.code() != 201) {
      throw new IllegalStateException("the server refuses its own " + body);
    }
  }
}
