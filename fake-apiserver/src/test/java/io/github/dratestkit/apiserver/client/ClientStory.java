package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What an ordinary fabric8 client lives through on a server, written down line by line. The same
 * lines come from the real server, from ours over every transport, and from the recording.
 */
final class ClientStory {

  private final KubernetesClient client;
  private final String namespace;
  private final Passing time;
  private final List<String> lines = new ArrayList<>();

  private ClientStory(KubernetesClient client, String namespace, Passing time) {
    this.client = client;
    this.namespace = namespace;
    this.time = time;
  }

  /** How time passes on a server: it takes its time, or its clock is moved. */
  @FunctionalInterface
  interface Passing {
    void pass(Duration duration) throws InterruptedException;
  }

  /** Lives through everything in a namespace of its own, which must not exist. */
  static List<String> tell(KubernetesClient client, String namespace, Passing time)
      throws Exception {
    ClientStory story = new ClientStory(client, namespace, time);
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    story.refusals();
    story.aWatchThatIsCutAndGoesOn();
    story.aFilteredWatch();
    story.anInformer();
    return story.lines;
  }

  private void refusals() {
    ConfigMap first = create("a", "1");
    ConfigMap second = update(first, "2");
    attempt("stale update", () -> update(first, "3"));
    attempt("second create", () -> create("a", "1"));
    attempt(
        "update of what is gone",
        () -> client.configMaps().inNamespace(namespace).resource(map("gone", "1")).update());
    attempt(
        "stale patch",
        () ->
            client
                .configMaps()
                .inNamespace(namespace)
                .withName("a")
                .patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    "{\"metadata\":{\"resourceVersion\":\""
                        + first.getMetadata().getResourceVersion()
                        + "\"},\"data\":{\"v\":\"4\"}}"));
    ConfigMap unchanged = update(second, "2");
    lines.add(
        "an update that changes nothing keeps the version: "
            + unchanged
                .getMetadata()
                .getResourceVersion()
                .equals(second.getMetadata().getResourceVersion()));
    lines.add(
        "get of what is gone: "
            + client.configMaps().inNamespace(namespace).withName("gone").get());
    lines.add(
        "deletes: " + client.configMaps().inNamespace(namespace).withName("a").delete().size());
    lines.add(
        "deletes again: "
            + client.configMaps().inNamespace(namespace).withName("a").delete().size());
  }

  private void aWatchThatIsCutAndGoesOn() throws Exception {
    String from =
        client.configMaps().inNamespace(namespace).list().getMetadata().getResourceVersion();
    Heard heard = new Heard();
    try (Watch watch =
        client
            .configMaps()
            .inNamespace(namespace)
            .watch(
                new ListOptionsBuilder().withResourceVersion(from).withTimeoutSeconds(2L).build(),
                heard)) {
      ConfigMap b = create("b", "1");
      lines.add("watch: " + heard.next());
      update(b, "2");
      lines.add("watch: " + heard.next());
      // The server ends the watch after two seconds; the client goes on by itself.
      time.pass(Duration.ofMillis(2_500));
      client.configMaps().inNamespace(namespace).withName("b").delete();
      lines.add("watch after the cut: " + heard.next());
    }
    lines.add("watch closed: " + heard.next());
  }

  private void aFilteredWatch() throws Exception {
    Heard heard = new Heard();
    try (Watch watch =
        client.configMaps().inNamespace(namespace).withLabel("team", "blue").watch(heard)) {
      ConfigMap c = create("c", "1");
      ConfigMap blue = label(c, "blue");
      lines.add("into the selector: " + heard.next());
      label(blue, "red");
      lines.add("out of the selector: " + heard.next());
    }
    heard.next();
    client.configMaps().inNamespace(namespace).withName("c").delete();
  }

  private void anInformer() throws Exception {
    create("d", "1");
    Changes changes = new Changes();
    try (SharedIndexInformer<ConfigMap> informer =
        client.configMaps().inNamespace(namespace).withLabel("story").inform(changes)) {
      lines.add("informer: " + changes.next());
      ConfigMap e = create("e", "1");
      lines.add("informer: " + changes.next());
      update(e, "2");
      lines.add("informer: " + changes.next());
      client.configMaps().inNamespace(namespace).withName("d").delete();
      lines.add("informer: " + changes.next());
      lines.add("informer holds: " + informer.getStore().list().size());
    }
  }

  private void attempt(String what, Runnable action) {
    try {
      action.run();
      lines.add(what + ": done");
    } catch (KubernetesClientException e) {
      lines.add(
          "%s: %d %s %s"
              .formatted(
                  what, e.getCode(), e.getStatus().getReason(), plain(e.getStatus().getMessage())));
    }
  }

  private ConfigMap create(String name, String value) {
    return client.configMaps().inNamespace(namespace).resource(map(name, value)).create();
  }

  private ConfigMap update(ConfigMap old, String value) {
    return client
        .configMaps()
        .inNamespace(namespace)
        .resource(new ConfigMapBuilder(old).withData(Map.of("v", value)).build())
        .update();
  }

  private ConfigMap label(ConfigMap old, String team) {
    return client
        .configMaps()
        .inNamespace(namespace)
        .resource(
            new ConfigMapBuilder(old)
                .editMetadata()
                .addToLabels("team", team)
                .endMetadata()
                .build())
        .update();
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("story", "yes")
        .endMetadata()
        .withData(Map.of("v", value))
        .build();
  }

  private static String text(ConfigMap map) {
    return map.getMetadata().getName() + "=" + map.getData().get("v");
  }

  /** Leaves out what differs from run to run. */
  private static String plain(String message) {
    return message.replaceAll("\\d{2,}", "N");
  }

  private static final class Heard implements Watcher<ConfigMap> {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    String next() throws InterruptedException {
      String event = events.poll(30, TimeUnit.SECONDS);
      return event == null ? "nothing" : event;
    }

    @Override
    public void eventReceived(Action action, ConfigMap object) {
      if (action != Action.BOOKMARK) {
        events.add(action + " " + text(object));
      }
    }

    @Override
    public void onClose() {
      events.add("closed");
    }

    @Override
    public void onClose(WatcherException cause) {
      events.add("failed, history gone: " + cause.isHttpGone());
    }
  }

  private static final class Changes implements ResourceEventHandler<ConfigMap> {
    private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();

    String next() throws InterruptedException {
      String change = changes.poll(30, TimeUnit.SECONDS);
      return change == null ? "nothing" : change;
    }

    @Override
    public void onAdd(ConfigMap object) {
      changes.add("+ " + text(object));
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      changes.add(text(before) + " -> " + text(after));
    }

    @Override
    public void onDelete(ConfigMap object, boolean stateUnknown) {
      changes.add("- " + text(object));
    }
  }
}
