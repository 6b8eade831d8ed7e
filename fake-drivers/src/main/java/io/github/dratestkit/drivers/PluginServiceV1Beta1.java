package io.github.dratestkit.drivers;

import io.github.dratestkit.drivers.grpc.dra.v1beta1.Claim;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.DRAPluginGrpc;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.Device;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourceResponse;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourcesResponse;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourceResponse;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourcesResponse;
import io.grpc.stub.StreamObserver;

/** The plugin's service in version v1beta1. */
final class PluginServiceV1Beta1 extends DRAPluginGrpc.DRAPluginImplBase {

  private final ClaimCalls calls;

  PluginServiceV1Beta1(ClaimCalls calls) {
    this.calls = calls;
  }

  @Override
  public void nodePrepareResources(
      NodePrepareResourcesRequest request, StreamObserver<NodePrepareResourcesResponse> answer) {
    NodePrepareResourcesResponse.Builder response = NodePrepareResourcesResponse.newBuilder();
    for (Claim claim : request.getClaimsList()) {
      ClaimCalls.Answer prepared = calls.prepare(reference(claim));
      NodePrepareResourceResponse.Builder one =
          NodePrepareResourceResponse.newBuilder().setError(prepared.error());
      prepared.devices().forEach(device -> one.addDevices(device(device)));
      response.putClaims(claim.getUid(), one.build());
    }
    answer.onNext(response.build());
    answer.onCompleted();
  }

  @Override
  public void nodeUnprepareResources(
      NodeUnprepareResourcesRequest request,
      StreamObserver<NodeUnprepareResourcesResponse> answer) {
    NodeUnprepareResourcesResponse.Builder response = NodeUnprepareResourcesResponse.newBuilder();
    for (Claim claim : request.getClaimsList()) {
      String error = calls.unprepare(reference(claim));
      response.putClaims(
          claim.getUid(), NodeUnprepareResourceResponse.newBuilder().setError(error).build());
    }
    answer.onNext(response.build());
    answer.onCompleted();
  }

  private static ClaimReference reference(Claim claim) {
    return new ClaimReference(claim.getNamespace(), claim.getName(), claim.getUid());
  }

  private static Device device(PreparedDevice prepared) {
    Device.Builder device =
        Device.newBuilder()
            .addAllRequestNames(prepared.requests())
            .setPoolName(prepared.pool())
            .setDeviceName(prepared.device())
            .addAllCdiDeviceIds(prepared.cdiDeviceIds());
    return device.build();
  }
}
