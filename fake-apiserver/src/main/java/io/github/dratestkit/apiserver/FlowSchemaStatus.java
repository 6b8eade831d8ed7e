package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.store.Reaction;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells of each flow schema whether the priority level that it names exists, as the flow control of
 * the API server does whenever a schema or a level was written. Requests are not held back by them.
 * Source: {@code apiserver/pkg/util/flowcontrol/apf_controller.go}, 1.37.
 */
final class FlowSchemaStatus {

  private static final String GROUP = "flowcontrol.apiserver.k8s.io";
  private static final GroupResource SCHEMAS = new GroupResource(GROUP, "flowschemas");
  private static final GroupResource LEVELS =
      new GroupResource(GROUP, "prioritylevelconfigurations");
  private static final String MANAGER = "api-priority-and-fairness-config-consumer-v1";
  private static final String DANGLING = "Dangling";

  /** The levels that every real server makes for itself. */
  private static final Set<String> OWN_LEVELS =
      Set.of(
          "catch-all",
          "exempt",
          "global-default",
          "leader-election",
          "node-high",
          "system",
          "workload-high",
          "workload-low");

  private final Store store;
  private final InstantSource clock;
  private final ApiHandler server;
  private final Reaction reaction = new Reaction(this::pass);

  private FlowSchemaStatus(Store store, InstantSource clock, ApiHandler server) {
    this.store = store;
    this.clock = clock;
    this.server = server;
  }

  /** Keeps the status from now on; {@code server} answers the API server's own requests. */
  static void keep(Store store, InstantSource clock, ApiHandler server) {
    FlowSchemaStatus status = new FlowSchemaStatus(store, clock, server);
    store.onChange(SCHEMAS, status.reaction::run);
    store.onChange(LEVELS, status.reaction::run);
  }

  private void pass() {
    Set<String> levels = levels();
    Iterator<StoredObject> each = store.view().all(SCHEMAS).iterator();
    while (!reaction.isDue() && each.hasNext()) {
      tell(each.next().object(), levels);
    }
  }

  private Set<String> levels() {
    Set<String> levels = new HashSet<>(OWN_LEVELS);
    for (StoredObject level : store.view().all(LEVELS)) {
      levels.add(level.key().name());
    }
    return levels;
  }

  private void tell(JsonNode schema, Set<String> levels) {
    String level = schema.path("spec").path("priorityLevelConfiguration").path("name").asString("");
    boolean found = levels.contains(level);
    String status = found ? "False" : "True";
    String reason = found ? "Found" : "NotFound";
    String message =
        "This FlowSchema references the PriorityLevelConfiguration object named \"%s\" %s"
            .formatted(level, found ? "and it exists" : "but there is no such object");
    JsonNode known = condition(schema);
    boolean told =
        known.path("status").asString("").equals(status)
            && known.path("reason").asString("").equals(reason)
            && known.path("message").asString("").equals(message);
    if (!told) {
      write(schema.path("metadata").path("name").asString(""), status, reason, message);
    }
  }

  private static JsonNode condition(JsonNode schema) {
    for (JsonNode condition : schema.path("status").path("conditions")) {
      if (condition.path("type").asString("").equals(DANGLING)) {
        return condition;
      }
    }
    return JsonMapper.shared().missingNode();
  }

  private void write(String name, String status, String reason, String message) {
    ObjectNode schema = JsonMapper.shared().createObjectNode();
    schema.put("apiVersion", GROUP + "/v1").put("kind", "FlowSchema");
    schema.putObject("metadata").put("name", name);
    schema
        .putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", DANGLING)
        .put("status", status)
        .put("lastTransitionTime", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString())
        .put("reason", reason)
        .put("message", message);
    // Whoever deletes the schema meanwhile is heard of as a change.
    server.handle(
        ApiRequest.of("PATCH", "/apis/" + GROUP + "/v1/flowschemas/" + name + "/status")
            .withParameter("fieldManager", MANAGER)
            .withParameter("force", "true")
            .withHeader("User-Agent", "kube-apiserver")
            .withBody(
                "application/apply-patch+yaml",
                schema.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
