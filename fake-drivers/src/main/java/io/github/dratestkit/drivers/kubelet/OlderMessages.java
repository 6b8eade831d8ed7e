package io.github.dratestkit.drivers.kubelet;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesResponse;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesResponse;

/**
 * The messages of v1beta1, which are those of v1 without the id of a share: the bytes of one are
 * the bytes of the other.
 */
final class OlderMessages {

  private OlderMessages() {}

  static io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourcesRequest older(
      NodePrepareResourcesRequest request) {
    return parse(
        () ->
            io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourcesRequest.parseFrom(
                request.toByteString()));
  }

  static io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourcesRequest older(
      NodeUnprepareResourcesRequest request) {
    return parse(
        () ->
            io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourcesRequest.parseFrom(
                request.toByteString()));
  }

  static NodePrepareResourcesResponse newer(
      io.github.dratestkit.drivers.grpc.dra.v1beta1.NodePrepareResourcesResponse response) {
    return parse(() -> NodePrepareResourcesResponse.parseFrom(response.toByteString()));
  }

  static NodeUnprepareResourcesResponse newer(
      io.github.dratestkit.drivers.grpc.dra.v1beta1.NodeUnprepareResourcesResponse response) {
    return parse(() -> NodeUnprepareResourcesResponse.parseFrom(response.toByteString()));
  }

  private interface Parser<T> {
    T parse() throws InvalidProtocolBufferException;
  }

  private static <T> T parse(Parser<T> parser) {
    try {
      return parser.parse();
    } catch (InvalidProtocolBufferException impossible) {
      throw new IllegalStateException("the versions of the protocol have parted", impossible);
    }
  }
}
