package io.github.dratestkit.drivers;

import io.github.dratestkit.drivers.grpc.registration.InfoRequest;
import io.github.dratestkit.drivers.grpc.registration.PluginInfo;
import io.github.dratestkit.drivers.grpc.registration.RegistrationGrpc;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatus;
import io.github.dratestkit.drivers.grpc.registration.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** Tells the kubelet what the plugin is, and hears whether the kubelet takes it. */
final class RegistrationService extends RegistrationGrpc.RegistrationImplBase {

  private final PluginInfo info;
  private volatile Optional<RegistrationStatus> status = Optional.empty();

  RegistrationService(PluginInfo info) {
    this.info = info;
  }

  Optional<RegistrationStatus> status() {
    return status;
  }

  @Override
  public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
    answer.onNext(info);
    answer.onCompleted();
  }

  @Override
  public void notifyRegistrationStatus(
      RegistrationStatus told, StreamObserver<RegistrationStatusResponse> answer) {
    status = Optional.of(told);
    answer.onNext(RegistrationStatusResponse.getDefaultInstance());
    answer.onCompleted();
  }
}
