package io.github.dratestkit.apiserver.client;

import static io.github.dratestkit.apiserver.client.ListWatchFeedTest.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class InProcessTest {

  private final ConfigMapApi api = new ConfigMapApi();
  private final KubernetesClient client = InProcess.client(api);

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void objects_are_created_read_changed_listed_and_deleted() {
    ConfigMap created = client.resource(map("a", "1")).create();
    assertThat(created.getMetadata().getResourceVersion()).isEqualTo("1");

    ConfigMap changed =
        client.resource(new ConfigMapBuilder(created).addToData("w", "2").build()).update();

    assertThat(changed.getData()).containsEntry("w", "2");
    assertThat(client.configMaps().list().getItems()).hasSize(1);
    client.configMaps().withName("a").delete();
    assertThat(client.configMaps().withName("a").get()).isNull();
  }

  @Test
  void a_conflict_is_the_clients_own_exception() {
    ConfigMap first = client.resource(map("a", "1")).create();
    client.resource(new ConfigMapBuilder(first).addToData("w", "2").build()).update();

    assertThatThrownBy(
            () -> client.resource(new ConfigMapBuilder(first).addToData("w", "3").build()).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refused -> {
              assertThat(refused.getCode()).isEqualTo(409);
              assertThat(refused.getStatus().getReason()).isEqualTo("Conflict");
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void watches_work_as_streams_and_as_websockets(boolean onlyHttp) throws Exception {
    try (KubernetesClient own =
        InProcess.client(
            api, new ConfigBuilder(InProcess.config()).withOnlyHttpWatches(onlyHttp).build())) {
      Recorder recorder = new Recorder();
      try (Watch watch = own.configMaps().inNamespace("default").watch(recorder)) {
        own.resource(map("a", "1")).create();
        own.resource(map("b", "1")).create();

        assertThat(recorder.heard.take()).isEqualTo("ADDED a");
        assertThat(recorder.heard.take()).isEqualTo("ADDED b");
      }
      assertThat(recorder.heard.take()).isEqualTo("closed");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_informer_goes_on_after_its_watch_was_cut_and_after_history_was_lost(boolean onlyHttp)
      throws Exception {
    try (KubernetesClient own =
        InProcess.client(
            api,
            new ConfigBuilder(InProcess.config())
                .withOnlyHttpWatches(onlyHttp)
                .withWatchReconnectInterval(1)
                .build())) {
      own.resource(map("a", "1")).create();
      BlockingQueue<String> heard = new LinkedBlockingQueue<>();
      SharedIndexInformer<ConfigMap> informer =
          own.configMaps().inAnyNamespace().inform(new Names(heard));
      assertThat(heard.take()).isEqualTo("+a");

      api.cutWatches();
      own.resource(map("b", "1")).create();
      assertThat(heard.take()).isEqualTo("+b");

      api.forgetHistory();
      api.cutWatches();
      own.resource(map("c", "1")).create();
      api.forgetHistory();
      assertThat(heard.take()).isEqualTo("+c");
      own.configMaps().withName("a").delete();
      assertThat(heard.take()).isEqualTo("-a");
      informer.close();
    }
  }

  private static final class Recorder implements Watcher<ConfigMap> {
    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void eventReceived(Action action, ConfigMap object) {
      heard.add(action + " " + object.getMetadata().getName());
    }

    @Override
    public void onClose() {
      heard.add("closed");
    }

    @Override
    public void onClose(WatcherException cause) {
      heard.add("failed " + cause);
    }
  }

  private record Names(BlockingQueue<String> heard) implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap object) {
      heard.add("+" + object.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {}

    @Override
    public void onDelete(ConfigMap object, boolean stateUnknown) {
      heard.add("-" + object.getMetadata().getName());
    }
  }
}
