package io.github.dratestkit.drivers.check;

import io.github.dratestkit.drivers.grpc.dra.v1.Claim;
import io.github.dratestkit.drivers.grpc.dra.v1.DRAPluginGrpc;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodePrepareResourcesResponse;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesRequest;
import io.github.dratestkit.drivers.grpc.dra.v1.NodeUnprepareResourcesResponse;
import io.github.dratestkit.drivers.transport.SocketChannels;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Calls the plugin service in one version with claims that do not exist. Preparing one must fail
 * for the claim and not for the call; unpreparing one must succeed, and again, because the kubelet
 * may have lost its memory (KEP-4381).
 */
final class PluginProbe {

  private final String version;

  private PluginProbe(String version) {
    this.version = version;
  }

  static List<PluginProbe> all(List<String> supported) {
    return supported.stream()
        .filter(name -> name.equals("v1.DRAPlugin") || name.equals("v1beta1.DRAPlugin"))
        .map(name -> new PluginProbe(name.substring(0, name.indexOf('.'))))
        .toList();
  }

  List<Finding> findings(Path endpoint, Duration limit) {
    ManagedChannel channel = SocketChannels.open(endpoint);
    try {
      List<Finding> findings = new ArrayList<>();
      prepareUnknown(channel, limit, findings);
      unprepareUnknown("a claim it never saw", channel, limit, findings);
      unprepareUnknown("a claim it never saw, again", channel, limit, findings);
      return findings;
    } finally {
      channel.shutdownNow();
    }
  }

  private void prepareUnknown(ManagedChannel channel, Duration limit, List<Finding> findings) {
    Claim claim = unknownClaim();
    CallResult<NodePrepareResourcesResponse> result =
        CallResult.of(
            () ->
                call(
                    channel,
                    limit,
                    DRAPluginGrpc.getNodePrepareResourcesMethod(),
                    NodePrepareResourcesRequest.newBuilder().addClaims(claim).build()));
    findings.add(result.finding(fact("prepare of a claim that does not exist is answered")));
    result
        .answer()
        .ifPresent(
            answer ->
                findings.add(
                    Finding.of(
                        fact("the answer names that claim alone, with an error"),
                        answer.getClaimsCount() == 1
                            && answer.containsClaims(claim.getUid())
                            && !answer.getClaimsOrThrow(claim.getUid()).getError().isEmpty(),
                        answer.getClaimsMap().values().stream()
                            .map(one -> one.getError())
                            .findFirst()
                            .orElse("no claim in the answer"))));
  }

  private void unprepareUnknown(
      String what, ManagedChannel channel, Duration limit, List<Finding> findings) {
    Claim claim = unknownClaim();
    CallResult<NodeUnprepareResourcesResponse> result =
        CallResult.of(
            () ->
                call(
                    channel,
                    limit,
                    DRAPluginGrpc.getNodeUnprepareResourcesMethod(),
                    NodeUnprepareResourcesRequest.newBuilder().addClaims(claim).build()));
    String error =
        result
            .answer()
            .filter(answer -> answer.containsClaims(claim.getUid()))
            .map(answer -> answer.getClaimsOrThrow(claim.getUid()).getError())
            .orElse(
                result.failure().isEmpty() ? "the claim is not in the answer" : result.failure());
    findings.add(Finding.of(fact("unprepare of " + what + " succeeds"), error.isEmpty(), error));
  }

  private String fact(String text) {
    return version + ": " + text;
  }

  private static Claim unknownClaim() {
    // Never a claim of anybody: a name that no cluster of a vendor has.
    String uid = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
    return Claim.newBuilder()
        .setNamespace("default")
        .setName("dra-testkit-no-such-claim")
        .setUid(uid)
        .build();
  }

  /**
   * The messages of v1beta1 are those of v1 without shares, so only the name of the service
   * differs.
   */
  private <Q, A> A call(
      ManagedChannel channel, Duration limit, MethodDescriptor<Q, A> method, Q request) {
    MethodDescriptor<Q, A> versioned =
        method.toBuilder()
            .setFullMethodName(
                method.getFullMethodName().replace("dra.v1.", "dra." + version + "."))
            .build();
    return ClientCalls.blockingUnaryCall(
        channel,
        versioned,
        io.grpc.CallOptions.DEFAULT.withDeadlineAfter(limit.toSeconds(), TimeUnit.SECONDS),
        request);
  }
}
