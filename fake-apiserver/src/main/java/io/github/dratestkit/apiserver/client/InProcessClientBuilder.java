package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Builds {@link InProcessClient}s; a client derived from another shares its end. */
final class InProcessClientBuilder
    extends StandardHttpClientBuilder<InProcessClient, InProcessTransport, InProcessClientBuilder> {

  InProcessClientBuilder(InProcessTransport transport) {
    super(transport);
  }

  @Override
  public HttpClient build() {
    InProcessClient original = client();
    return new InProcessClient(this, original == null ? new AtomicBoolean() : original.getClosed());
  }

  @Override
  protected InProcessClientBuilder newInstance(InProcessTransport transport) {
    return new InProcessClientBuilder(transport);
  }

  private @Nullable InProcessClient client() {
    return client;
  }
}
