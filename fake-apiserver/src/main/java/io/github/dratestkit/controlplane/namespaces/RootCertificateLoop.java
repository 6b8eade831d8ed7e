package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;

/**
 * The root certificate publisher: keeps a ConfigMap {@code kube-root-ca.crt} in every namespace,
 * which pods mount. A server in process has no certificate, so its content is empty.
 */
public final class RootCertificateLoop extends ReconcilingLoop<String> {

  private static final String NAME = "kube-root-ca.crt";

  private final Informer<Namespace> namespaces;
  private final Informer<ConfigMap> published;

  /** Creates the loop. */
  public RootCertificateLoop(ApiAccess access, Timers timers) {
    super("root-ca-certificate-publisher-controller", access, timers);
    this.namespaces =
        inform(Namespace.class, change -> queue().add(change.object().getMetadata().getName()));
    this.published =
        inform(
            ConfigMap.class,
            FeedOptions.byField("metadata.name=" + NAME),
            change -> queue().add(change.object().getMetadata().getNamespace()));
  }

  @Override
  protected void reconcile(String namespace) {
    boolean wanted =
        namespaces
            .get(null, namespace)
            .filter(known -> known.getMetadata().getDeletionTimestamp() == null)
            .isPresent();
    if (!wanted || published.get(namespace, NAME).isPresent()) {
      return;
    }
    ConfigMap certificate =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(NAME)
            .addToAnnotations(
                "kubernetes.io/description",
                "The certificate authority of this server, by which pods know it.")
            .endMetadata()
            .addToData("ca.crt", "")
            .build();
    try {
      writes().create(certificate);
    } catch (ApiException refused) {
      if (!refused.isConflict() && !refused.isNotFound() && refused.code() != 403) {
        throw refused;
      }
    }
  }
}
