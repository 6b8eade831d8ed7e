package io.github.dratestkit.apiserver.codec.table;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a person wants to know of a pod in three cells: how many containers are ready, what state it
 * is in or why not, how often containers started again.
 */
final class PodState {

  private final Row row;
  private final Set<String> sidecars = new HashSet<>();
  private int total;
  private int ready;
  private int restarts;
  private @Nullable Instant lastRestart;
  private String reason;

  private PodState(Row row) {
    this.row = row;
    this.total = row.at("spec", "containers").size();
    this.reason = Row.orElse(row.text("status", "reason"), row.text("status", "phase"));
  }

  static PodState of(Row row) {
    PodState state = new PodState(row);
    state.read();
    return state;
  }

  String ready() {
    return ready + "/" + total;
  }

  String reason() {
    return reason;
  }

  String restarts() {
    if (restarts == 0 || lastRestart == null) {
      return Integer.toString(restarts);
    }
    String ago = HumanDuration.of(Duration.between(lastRestart, row.now()));
    return restarts + " (" + ago + " ago)";
  }

  private void read() {
    if (row.condition("PodScheduled").path("reason").asString("").equals("SchedulingGated")) {
      reason = "SchedulingGated";
    }
    for (JsonNode container : row.at("spec", "initContainers")) {
      if (container.path("restartPolicy").asString("").equals("Always")) {
        sidecars.add(container.path("name").asString(""));
        total++;
      }
    }
    boolean initializing = readInitContainers();
    if (!initializing || row.isTrue("Initialized")) {
      restarts = 0;
      lastRestart = null;
      for (JsonNode container : row.at("status", "initContainerStatuses")) {
        if (sidecars.contains(container.path("name").asString(""))) {
          countRestarts(container);
        }
      }
      readContainers();
    }
    if (row.has("metadata", "deletionTimestamp")) {
      String phase = row.text("status", "phase");
      if (row.text("status", "reason").equals("NodeLost")) {
        reason = "Unknown";
      } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
        reason = "Terminating";
      }
    }
  }

  private boolean readInitContainers() {
    int place = 0;
    for (JsonNode container : row.at("status", "initContainerStatuses")) {
      countRestarts(container);
      JsonNode terminated = container.path("state").path("terminated");
      boolean sidecar = sidecars.contains(container.path("name").asString(""));
      if (terminated.isObject() && terminated.path("exitCode").asInt(0) == 0) {
        place++;
        continue;
      }
      if (sidecar && container.path("started").asBoolean(false)) {
        ready += container.path("ready").asBoolean(false) ? 1 : 0;
        place++;
        continue;
      }
      String waiting = container.path("state").path("waiting").path("reason").asString("");
      if (terminated.isObject()) {
        reason = "Init:" + endOf(terminated);
      } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
        reason = "Init:" + waiting;
      } else {
        reason = "Init:" + place + "/" + row.at("spec", "initContainers").size();
      }
      return true;
    }
    return false;
  }

  private void readContainers() {
    boolean running = false;
    String errorReason = "";
    JsonNode containers = row.at("status", "containerStatuses");
    for (int place = containers.size() - 1; place >= 0; place--) {
      JsonNode container = containers.get(place);
      countRestarts(container);
      JsonNode state = container.path("state");
      String waiting = state.path("waiting").path("reason").asString("");
      JsonNode terminated = state.path("terminated");
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (terminated.isObject()) {
        reason = endOf(terminated);
        if (terminated.path("exitCode").asInt(0) != 0) {
          errorReason = reason;
        }
      } else if (container.path("ready").asBoolean(false) && state.path("running").isObject()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed")) {
      if (running && row.isTrue("Ready")) {
        reason = "Running";
      } else if (!errorReason.isEmpty()) {
        reason = errorReason;
      } else if (running) {
        reason = "NotReady";
      }
    }
  }

  private static String endOf(JsonNode terminated) {
    String why = terminated.path("reason").asString("");
    if (!why.isEmpty()) {
      return why;
    }
    int signal = terminated.path("signal").asInt(0);
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt(0);
  }

  private void countRestarts(JsonNode container) {
    restarts += container.path("restartCount").asInt(0);
    JsonNode finished = container.path("lastState").path("terminated").path("finishedAt");
    if (finished.isString()) {
      Instant time = Instant.parse(finished.stringValue());
      if (lastRestart == null || lastRestart.isBefore(time)) {
        lastRestart = time;
      }
    }
  }
}
