package io.github.dratestkit.controlplane.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.github.dratestkit.apiserver.client.Feed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InformerTest {

  private final Deque<Feed.Event<ConfigMap>> events = new ArrayDeque<>();
  private final List<Change<ConfigMap>> heard = new ArrayList<>();
  private final Informer<ConfigMap> informer = new Informer<>(new Script(), heard::add);

  @Test
  void nothing_is_known_before_the_first_list() {
    assertThat(informer.drain()).isFalse();
    assertThat(informer.synced()).isFalse();
  }

  @Test
  void an_empty_list_is_a_list() {
    events.add(new Feed.Event.Listed<>(List.of()));

    assertThat(informer.drain()).isTrue();
    assertThat(informer.synced()).isTrue();
  }

  @Test
  void a_second_list_tells_what_has_gone_what_is_new_and_what_has_changed() {
    events.add(new Feed.Event.Listed<>(List.of(map("a", 1), map("b", 2))));
    informer.drain();
    heard.clear();
    events.add(new Feed.Event.Listed<>(List.of(map("b", 5), map("c", 6))));

    informer.drain();

    assertThat(heard)
        .containsExactly(
            new Change.Deleted<>(map("a", 1)),
            new Change.Modified<>(map("b", 2), map("b", 5)),
            new Change.Added<>(map("c", 6)));
  }

  @Test
  void an_event_older_than_what_was_assumed_is_passed_over() {
    events.add(new Feed.Event.Listed<>(List.of(map("a", 1))));
    informer.drain();
    heard.clear();
    informer.assume(map("a", 7));
    events.add(new Feed.Event.Modified<>(map("a", 5)));

    informer.drain();

    assertThat(heard).isEmpty();
    assertThat(informer.get("default", "a")).contains(map("a", 7));
  }

  @Test
  void an_object_made_again_under_its_name_is_told_as_gone_and_new() {
    ConfigMap again =
        new ConfigMapBuilder(map("a", 9)).editMetadata().withUid("other").endMetadata().build();
    events.add(new Feed.Event.Listed<>(List.of(map("a", 1))));
    events.add(new Feed.Event.Modified<>(again));

    informer.drain();

    assertThat(heard)
        .containsExactly(
            new Change.Added<>(map("a", 1)),
            new Change.Deleted<>(map("a", 1)),
            new Change.Added<>(again));
  }

  private static ConfigMap map(String name, int version) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .withUid("uid-" + name)
        .withResourceVersion(String.valueOf(version))
        .endMetadata()
        .build();
  }

  private final class Script implements Feed<ConfigMap> {
    @Override
    public Optional<Event<ConfigMap>> poll() {
      return Optional.ofNullable(events.poll());
    }

    @Override
    public void onReady(Runnable wake) {
      wake.run();
    }

    @Override
    public void close() {
      events.clear();
    }
  }
}
