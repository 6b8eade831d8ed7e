package io.github.dratestkit.apiserver.connect;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.ApiResponse;
import io.github.dratestkit.apiserver.codec.MediaType;
import io.github.dratestkit.apiserver.codec.Representation;
import io.github.dratestkit.apiserver.codec.Representation.View;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.store.Store;
import io.github.dratestkit.apiserver.store.StoreKey;
import io.github.dratestkit.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Answers what the real server hands on to a kubelet: logs from those of this process, and one
 * clear refusal for commands, ports and proxies (pkg/registry/core/pod/rest, 1.37). The one way
 * into this package.
 */
public final class Connections {

  private static final List<String> CONTAINER_LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");
  private static final Set<String> SUBRESOURCES =
      Set.of(
          "pods/log",
          "pods/exec",
          "pods/attach",
          "pods/portforward",
          "pods/proxy",
          "services/proxy",
          "nodes/proxy");
  private static final String NOTHING_RUNS =
      "nothing runs on a simulated node, so there is nothing to connect to: exec, attach,"
          + " portforward and proxy are not available; kubectl logs shows what a container got";

  private final Store store;
  private final ContainerLogs logs;
  private final InstantSource clock;

  /** Creates it over what is stored and what containers have written. */
  public Connections(Store store, ContainerLogs logs, InstantSource clock) {
    this.store = store;
    this.logs = logs;
    this.clock = clock;
  }

  /**
   * Answers a request, or none if it is about something else.
   *
   * @throws StatusException if it is refused
   */
  public Optional<ApiResponse> answer(Target target, ApiRequest request) {
    String what = target.resource().resource() + "/" + target.subresource();
    if (!SUBRESOURCES.contains(what)) {
      return Optional.empty();
    }
    if (what.equals("pods/log") && !request.method().equals("GET")) {
      throw StatusErrors.methodNotAllowed();
    }
    String accept = request.header("accept").orElse("");
    if (Representation.namesMediaType(accept)
        && Representation.of(accept, Set.of(View.OBJECT)).isEmpty()) {
      throw StatusErrors.notAcceptable(MediaType.texts());
    }
    JsonNode object = require(target);
    if (what.equals("pods/log")) {
      return Optional.of(log(target, request, object));
    }
    if (what.startsWith("pods/")) {
      String node = object.path("spec").path("nodeName").asString("");
      if (Set.of("exec", "attach").contains(target.subresource())) {
        container(target, request.parameter("container").orElse(""), object);
      }
      if (node.isEmpty() && !target.subresource().equals("proxy")) {
        throw StatusErrors.badRequest("pod " + target.name() + " does not have a host assigned");
      }
    }
    throw StatusErrors.notImplemented(NOTHING_RUNS);
  }

  private JsonNode require(Target target) {
    GroupResource resource = target.resource().resource();
    StoredObject stored =
        store
            .view()
            .get(
                new StoreKey(
                    resource,
                    target.resource().namespaced() ? target.namespace() : "",
                    target.name()));
    if (stored == null) {
      throw StatusErrors.notFound(resource, target.name());
    }
    return stored.object();
  }

  private ApiResponse log(Target target, ApiRequest request, JsonNode pod) {
    LogOptions options = LogOptions.of(request, target.name(), clock.instant());
    String container = container(target, options.container(), pod);
    if (pod.path("spec").path("nodeName").asString("").isEmpty()) {
      return new ApiResponse.Complete(204, Map.of(), new byte[0]);
    }
    ContainerLogs.Log log = log(target, pod, container, options);
    Map<String, List<String>> headers = Map.of("Content-Type", List.of("text/plain"));
    if (options.follow() && !log.ended()) {
      return new ApiResponse.Streaming(headers, new LogStream(log, options));
    }
    StringBuilder text = new StringBuilder();
    options.choose(log.from(0)).forEach(line -> text.append(options.text(line)));
    byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
    int limit = (int) Math.min(body.length, options.limitBytes().orElse(Long.MAX_VALUE));
    return new ApiResponse.Complete(200, headers, Arrays.copyOf(body, limit));
  }

  // Without a name it is the only one beside those that come before or join later.
  private static String container(Target target, String asked, JsonNode pod) {
    List<String> names = new ArrayList<>();
    for (String list : CONTAINER_LISTS) {
      pod.path("spec")
          .path(list)
          .forEach(container -> names.add(container.path("name").asString("")));
    }
    if (asked.isEmpty()) {
      JsonNode containers = pod.path("spec").path("containers");
      if (containers.size() == 1) {
        return containers.get(0).path("name").asString("");
      }
      throw StatusErrors.badRequest(
          "a container name must be specified for pod "
              + target.name()
              + ", choose one of: ["
              + String.join(" ", names)
              + "]");
    }
    if (!names.contains(asked)) {
      throw StatusErrors.badRequest(
          "container " + asked + " is not valid for pod " + target.name());
    }
    return asked;
  }

  private ContainerLogs.Log log(Target target, JsonNode pod, String container, LogOptions options) {
    String quoted = "\"" + container + "\" in pod \"" + target.name() + "\"";
    Optional<ContainerLogs.Log> known =
        logs.find(pod.path("metadata").path("uid").asString(""), container);
    if (options.previous()) {
      return known
          .flatMap(ContainerLogs.Log::previous)
          .orElseThrow(
              () ->
                  StatusErrors.badRequest(
                      "previous terminated container " + quoted + " not found"));
    }
    return known.orElseThrow(() -> unknown(pod, container, quoted));
  }

  private static StatusException unknown(JsonNode pod, String container, String quoted) {
    for (String list : List.of("containerStatuses", "initContainerStatuses")) {
      for (JsonNode status : pod.path("status").path(list)) {
        boolean same = status.path("name").asString("").equals(container);
        JsonNode waiting = status.path("state").path("waiting");
        if (same && waiting.isObject()) {
          return StatusErrors.badRequest(
              "container "
                  + quoted
                  + " is waiting to start: "
                  + waiting.path("reason").asString("no reason provided"));
        }
        if (same) {
          return StatusErrors.internalWithoutReason(
              "the kubelet of node "
                  + pod.path("spec").path("nodeName").asString("")
                  + " is not in this process, and this server reaches no others");
        }
      }
    }
    return StatusErrors.badRequest("container " + quoted + " is not available");
  }
}
