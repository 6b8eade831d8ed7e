package io.github.dratestkit.drivers;

import io.github.dratestkit.drivers.grpc.health.v1alpha1.DRAResourceHealthGrpc;
import io.github.dratestkit.drivers.grpc.health.v1alpha1.DeviceHealth;
import io.github.dratestkit.drivers.grpc.health.v1alpha1.DeviceIdentifier;
import io.github.dratestkit.drivers.grpc.health.v1alpha1.HealthStatus;
import io.github.dratestkit.drivers.grpc.health.v1alpha1.NodeWatchResourcesRequest;
import io.github.dratestkit.drivers.grpc.health.v1alpha1.NodeWatchResourcesResponse;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;

/** The health service in version v1alpha1: the whole list at first and whenever it changes. */
final class HealthServiceV1Alpha1 extends DRAResourceHealthGrpc.DRAResourceHealthImplBase {

  private final HealthStreams streams;

  HealthServiceV1Alpha1(HealthStreams streams) {
    this.streams = streams;
  }

  @Override
  public void nodeWatchResources(
      NodeWatchResourcesRequest request, StreamObserver<NodeWatchResourcesResponse> answer) {
    Consumer<HealthStreams.Statement> send = statement -> answer.onNext(message(statement));
    streams.add(send);
  }

  private static NodeWatchResourcesResponse message(HealthStreams.Statement statement) {
    NodeWatchResourcesResponse.Builder response = NodeWatchResourcesResponse.newBuilder();
    for (io.github.dratestkit.drivers.DeviceHealth health : statement.devices()) {
      response.addDevices(
          DeviceHealth.newBuilder()
              .setDevice(
                  DeviceIdentifier.newBuilder()
                      .setPoolName(health.pool())
                      .setDeviceName(health.device()))
              .setHealth(HealthStatus.valueOf(health.state().name()))
              .setLastUpdatedTime(statement.time().getEpochSecond())
              .setHealthCheckTimeoutSeconds(health.validity().toSeconds())
              .setMessage(health.message()));
    }
    return response.build();
  }
}
