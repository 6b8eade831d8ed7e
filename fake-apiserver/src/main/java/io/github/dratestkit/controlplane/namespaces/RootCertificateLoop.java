package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.time.Timers;
import java.util.Optional;

/**
 * The root certificate publisher: keeps a ConfigMap {@code kube-root-ca.crt} in every namespace,
 * which pods mount. A server in process has no certificate, so its content is empty.
 */
public final class RootCertificateLoop extends OneInEveryNamespace<ConfigMap> {

  private static final String NAME = "kube-root-ca.crt";

  /** Creates the loop. */
  public RootCertificateLoop(ApiAccess access, Timers timers) {
    super(
        "root-ca-certificate-publisher-controller",
        ConfigMap.class,
        NAME,
        FeedOptions.byField("metadata.name=" + NAME),
        access,
        timers);
  }

  @Override
  Optional<ConfigMap> mended(ConfigMap object) {
    ConfigMap wanted = objectIn(object.getMetadata().getNamespace());
    return wanted.getData().equals(object.getData())
        ? Optional.empty()
        : Optional.of(new ConfigMapBuilder(object).withData(wanted.getData()).build());
  }

  @Override
  ConfigMap objectIn(String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(NAME)
        .addToAnnotations(
            "kubernetes.io/description",
            "The certificate authority of this server, by which pods know it.")
        .endMetadata()
        .addToData("ca.crt", "")
        .build();
  }
}
