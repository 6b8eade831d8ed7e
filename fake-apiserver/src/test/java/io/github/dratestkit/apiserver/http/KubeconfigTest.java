package io.github.dratestkit.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {

  @TempDir Path folder;

  @Test
  void clients_read_server_authority_and_token_from_it() {
    Kubeconfig kubeconfig =
        new Kubeconfig("https://127.0.0.1:6443", Optional.of("pem"), Map.of())
            .withToken("it's secret");

    Config config = Config.fromKubeconfig(kubeconfig.yaml());

    assertThat(config.getMasterUrl()).startsWith("https://127.0.0.1:6443");
    assertThat(config.getCaCertData()).isEqualTo("cGVt");
    assertThat(config.getAutoOAuthToken()).isEqualTo("it's secret");
  }

  @Test
  void each_user_has_a_context_and_the_first_is_the_current_one() {
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("admin", "admin-token");
    tokens.put("system:node:node-1", "node-token");

    String yaml = new Kubeconfig("http://127.0.0.1:8080", Optional.empty(), tokens).yaml();

    assertThat(Config.fromKubeconfig(yaml).getAutoOAuthToken()).isEqualTo("admin-token");
    assertThat(Config.fromKubeconfig("system:node:node-1", yaml, null).getAutoOAuthToken())
        .isEqualTo("node-token");
  }

  @Test
  void a_file_is_for_its_owner_only_and_replaces_an_older_one() throws Exception {
    Path file = folder.resolve("config");
    Files.writeString(file, "old");

    new Kubeconfig("http://127.0.0.1:8080", Optional.empty(), Map.of()).write(file);

    assertThat(Config.fromKubeconfig(Files.readString(file)).getMasterUrl())
        .startsWith("http://127.0.0.1:8080");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }
}
