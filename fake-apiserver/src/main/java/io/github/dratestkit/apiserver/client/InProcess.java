package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.github.dratestkit.apiserver.ApiHandler;

/**
 * The fabric8 client without a socket: its requests are handed to a handler in the thread that
 * makes them, its watches are fed by a few threads of their own. Everything else of the client, its
 * model, informers and interceptors, is the ordinary one.
 */
public final class InProcess {

  /** A name that resolves nowhere, so that a client which got past this transport would fail. */
  private static final String URL = "http://in-process.invalid";

  private InProcess() {}

  /** Returns a client of {@code handler} in the namespace {@code default}. */
  public static KubernetesClient client(ApiHandler handler) {
    return client(handler, config());
  }

  /**
   * Returns a client of {@code handler} with a configuration of one's own, for a token, a namespace
   * or a user agent; its URL counts for nothing.
   */
  public static KubernetesClient client(ApiHandler handler, Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(transport(handler))
        .build();
  }

  /** Returns the configuration that {@link #client(ApiHandler)} uses, to begin from. */
  public static Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(URL)
        .withNamespace("default")
        .withRequestRetryBackoffLimit(0)
        .build();
  }

  /** Returns the transport, for code that builds its client itself. */
  public static HttpClient.Factory transport(ApiHandler handler) {
    return new InProcessTransport(handler);
  }
}
