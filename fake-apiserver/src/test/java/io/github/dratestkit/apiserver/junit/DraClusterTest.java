package io.github.dratestkit.apiserver.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.apiserver.FakeApiServer;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.http.Kubeconfig;
import io.github.dratestkit.apiserver.time.VirtualTimers;
import io.github.dratestkit.controlplane.run.Stepper;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class DraClusterTest {

  static ConfigMap map() {
    return new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build();
  }

  @Nested
  @DraCluster
  class By_default {

    KubernetesClient field;

    @RepeatedTest(2)
    void each_test_begins_with_the_first_state(KubernetesClient parameter) {
      assertThat(parameter).isSameAs(field);
      assertThat(parameter.configMaps().list().getItems()).isEmpty();
      parameter.resource(map()).create();
    }

    @Nested
    class And_in_nested_classes {
      @Test
      void the_server_is_the_same(FakeApiServer server, KubernetesClient client) {
        assertThat(client).isSameAs(field);
        assertThat(server.features().version().toString()).isEqualTo("1.37");
      }
    }
  }

  @Nested
  @DraCluster(kubernetes = "1.35", reach = DraCluster.Reach.HTTPS)
  class Over_a_socket {
    @Test
    void clients_elsewhere_get_a_kubeconfig(
        Kubeconfig kubeconfig, KubernetesClient client, ApiAccess access) {
      assertThat(kubeconfig.server()).startsWith("https://127.0.0.1:");
      assertThat(kubeconfig.authority()).isPresent();

      client.resource(map()).create();

      assertThat(client.getKubernetesVersion().getMinor()).isEqualTo("35");
      assertThat(access.writes().get(ConfigMap.class, "default", "a")).isPresent();
    }
  }

  @Nested
  @DraCluster(controllers = "namespace-controller", time = DraCluster.Time.VIRTUAL)
  class With_virtual_time {
    @Test
    void loops_move_when_the_test_says(
        Stepper stepper, VirtualTimers timers, KubernetesClient client) {
      Namespace team =
          new NamespaceBuilder().withNewMetadata().withName("team").endMetadata().build();
      client.resource(team).create();
      client.resource(team).delete();
      assertThat(client.resource(team).get()).isNotNull();

      stepper.advance(Duration.ofMinutes(1));

      assertThat(client.resource(team).get()).isNull();
      assertThat(timers.instant()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
    }
  }
}
