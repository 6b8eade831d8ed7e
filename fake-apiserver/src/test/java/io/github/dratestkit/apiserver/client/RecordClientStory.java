package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.util.List;

/** Prints the story of a client on the server of a kubeconfig, for recording. */
final class RecordClientStory {

  private RecordClientStory() {}

  public static void main(String[] arguments) throws Exception {
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(new File(arguments[0])))
            .build()) {
      List<String> lines =
          ClientStory.tell(client, arguments[1], time -> Thread.sleep(time.toMillis()));
      lines.forEach(System.out::println);
    }
  }
}
