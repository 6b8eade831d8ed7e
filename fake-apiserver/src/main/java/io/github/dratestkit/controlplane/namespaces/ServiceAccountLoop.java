package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;

/** The service account controller: keeps an account called {@code default} in every namespace. */
public final class ServiceAccountLoop extends ReconcilingLoop<String> {

  private static final String DEFAULT = "default";

  private final Informer<Namespace> namespaces;
  private final Informer<ServiceAccount> accounts;

  /** Creates the loop. */
  public ServiceAccountLoop(ApiAccess access, Timers timers) {
    super("serviceaccount-controller", access, timers);
    this.namespaces =
        inform(Namespace.class, change -> queue().add(change.object().getMetadata().getName()));
    this.accounts =
        inform(
            ServiceAccount.class,
            change -> queue().add(change.object().getMetadata().getNamespace()));
  }

  @Override
  protected void reconcile(String namespace) {
    boolean wanted =
        namespaces
            .get(null, namespace)
            .filter(known -> known.getMetadata().getDeletionTimestamp() == null)
            .isPresent();
    if (!wanted || accounts.get(namespace, DEFAULT).isPresent()) {
      return;
    }
    ServiceAccount account =
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(DEFAULT)
            .endMetadata()
            .build();
    try {
      writes().create(account);
    } catch (ApiException refused) {
      if (!refused.isConflict() && !refused.isNotFound() && refused.code() != 403) {
        throw refused;
      }
    }
  }
}
