package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;

/** The service account controller: keeps an account called {@code default} in every namespace. */
public final class ServiceAccountLoop extends OneInEveryNamespace<ServiceAccount> {

  private static final String DEFAULT = "default";

  /** Creates the loop. */
  public ServiceAccountLoop(ApiAccess access, Timers timers) {
    super(
        "serviceaccount-controller",
        ServiceAccount.class,
        DEFAULT,
        FeedOptions.ALL,
        access,
        timers);
  }

  @Override
  ServiceAccount objectIn(String namespace) {
    return new ServiceAccountBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(DEFAULT)
        .endMetadata()
        .build();
  }
}
