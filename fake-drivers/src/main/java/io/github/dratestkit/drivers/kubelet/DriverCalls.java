package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.drivers.PreparedDevice;
import io.github.dratestkit.drivers.grpc.dra.v1.Claim;
import io.github.dratestkit.drivers.grpc.dra.v1.Device;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourceResponse;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesResponse;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesResponse;
import java.time.Duration;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks one driver after the other about a pod's claims, each driver once about all of its claims,
 * and holds the answers against what was asked.
 */
final class DriverCalls {

  /** How long a driver may take, if it does not state another time (KEP-4381). */
  private static final Duration LIMIT = Duration.ofSeconds(45);

  /** All claims of a pod of which one driver has a part. */
  record Batch(String driver, List<PreparedClaim> claims) {}

  private final Plugins plugins;
  private final Calls calls;

  DriverCalls(Plugins plugins, Calls calls) {
    this.plugins = plugins;
    this.calls = calls;
  }

  Plugin require(String driver) throws PreparationException {
    return plugins
        .find(driver)
        .orElseThrow(
            () -> new PreparationException("DRA driver %s is not registered".formatted(driver)));
  }

  void prepare(Deque<Batch> batches, Outcome outcome) {
    Batch batch = batches.poll();
    if (batch == null) {
      outcome.done();
      return;
    }
    try {
      calls.start(
          require(batch.driver())
              .prepare(
                  NodePrepareResourcesRequest.newBuilder()
                      .addAllClaims(batch.claims().stream().map(DriverCalls::claim).toList())
                      .build()),
          LIMIT,
          answer -> proceed(prepared(batch, answer), outcome, () -> prepare(batches, outcome)),
          failure -> outcome.failed("NodePrepareResources: " + failure));
    } catch (PreparationException failure) {
      outcome.failed(String.valueOf(failure.getMessage()));
    }
  }

  void unprepare(Deque<Batch> batches, Outcome outcome) {
    Batch batch = batches.poll();
    if (batch == null) {
      outcome.done();
      return;
    }
    try {
      calls.start(
          require(batch.driver())
              .unprepare(
                  NodeUnprepareResourcesRequest.newBuilder()
                      .addAllClaims(batch.claims().stream().map(DriverCalls::claim).toList())
                      .build()),
          LIMIT,
          answer -> proceed(unprepared(batch, answer), outcome, () -> unprepare(batches, outcome)),
          failure -> outcome.failed("NodeUnprepareResources: " + failure));
    } catch (PreparationException failure) {
      outcome.failed(String.valueOf(failure.getMessage()));
    }
  }

  private static void proceed(Optional<String> problem, Outcome outcome, Runnable next) {
    if (problem.isPresent()) {
      outcome.failed(problem.get());
    } else {
      next.run();
    }
  }

  private static Optional<String> prepared(Batch batch, NodePrepareResourcesResponse response) {
    Map<String, String> errors = new HashMap<>();
    response.getClaimsMap().forEach((uid, answer) -> errors.put(uid, answer.getError()));
    Optional<String> problem = problem("NodePrepareResources", batch, errors);
    if (problem.isEmpty()) {
      for (PreparedClaim claim : batch.claims()) {
        NodePrepareResourceResponse answer = response.getClaimsOrThrow(claim.uid());
        claim.setDevices(
            batch.driver(), answer.getDevicesList().stream().map(DriverCalls::device).toList());
      }
    }
    return problem;
  }

  private static Optional<String> unprepared(Batch batch, NodeUnprepareResourcesResponse response) {
    Map<String, String> errors = new HashMap<>();
    response.getClaimsMap().forEach((uid, answer) -> errors.put(uid, answer.getError()));
    return problem("NodeUnprepareResources", batch, errors);
  }

  private static Optional<String> problem(String method, Batch batch, Map<String, String> errors) {
    Map<String, PreparedClaim> asked = new HashMap<>();
    batch.claims().forEach(claim -> asked.put(claim.uid(), claim));
    for (Map.Entry<String, String> answer : errors.entrySet()) {
      PreparedClaim claim = asked.get(answer.getKey());
      if (claim == null) {
        return Optional.of(
            "%s returned result for unknown claim UID %s".formatted(method, answer.getKey()));
      }
      if (!answer.getValue().isEmpty()) {
        return Optional.of(
            "%s failed for ResourceClaim %s: %s"
                .formatted(method, claim.name(), answer.getValue()));
      }
    }
    int missing = asked.size() - errors.size();
    return missing == 0
        ? Optional.empty()
        : Optional.of("%s skipped %d ResourceClaims".formatted(method, missing));
  }

  private static Claim claim(PreparedClaim claim) {
    return Claim.newBuilder()
        .setNamespace(claim.namespace())
        .setName(claim.name())
        .setUid(claim.uid())
        .build();
  }

  private static PreparedDevice device(Device device) {
    return new PreparedDevice(
        device.getRequestNamesList(),
        device.getPoolName(),
        device.getDeviceName(),
        device.getCdiDeviceIdsList(),
        device.hasShareId() ? Optional.of(device.getShareId()) : Optional.empty());
  }
}
