package io.github.dratestkit.drivers.kubelet;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.github.dratestkit.drivers.grpc.dra.v1.DRAPluginGrpc;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesResponse;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesResponse;
import io.github.dratestkit.drivers.transport.SocketChannels;
import io.grpc.ManagedChannel;
import java.nio.file.Path;

/** A registered plugin of a driver, spoken to in the version that was chosen. */
final class Plugin implements AutoCloseable {

  private final String driver;
  private final PluginService service;
  private final ManagedChannel channel;

  Plugin(String driver, PluginService service, Path endpoint) {
    this.driver = driver;
    this.service = service;
    this.channel = SocketChannels.open(endpoint);
  }

  String driver() {
    return driver;
  }

  ManagedChannel channel() {
    return channel;
  }

  ListenableFuture<NodePrepareResourcesResponse> prepare(NodePrepareResourcesRequest request) {
    return switch (service) {
      case V1 -> DRAPluginGrpc.newFutureStub(channel).nodePrepareResources(request);
      case V1BETA1 ->
          Futures.transform(
              io.github.dratestkit.drivers.grpc.dra.v1beta1.DRAPluginGrpc.newFutureStub(channel)
                  .nodePrepareResources(OlderMessages.older(request)),
              OlderMessages::newer,
              MoreExecutors.directExecutor());
    };
  }

  ListenableFuture<NodeUnprepareResourcesResponse> unprepare(
      NodeUnprepareResourcesRequest request) {
    return switch (service) {
      case V1 -> DRAPluginGrpc.newFutureStub(channel).nodeUnprepareResources(request);
      case V1BETA1 ->
          Futures.transform(
              io.github.dratestkit.drivers.grpc.dra.v1beta1.DRAPluginGrpc.newFutureStub(channel)
                  .nodeUnprepareResources(OlderMessages.older(request)),
              OlderMessages::newer,
              MoreExecutors.directExecutor());
    };
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
