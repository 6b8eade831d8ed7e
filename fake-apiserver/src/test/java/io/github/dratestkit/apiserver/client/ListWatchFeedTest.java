package io.github.dratestkit.apiserver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.apiserver.ApiRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ListWatchFeedTest {

  private final ConfigMapApi api = new ConfigMapApi();
  private final ApiAccess access = ApiAccess.of(api).as("tester");
  private final Writes writes = access.writes();

  @Test
  void it_lists_first_and_then_tells_of_every_change_in_order() {
    writes.create(map("a", "1"));
    Feed<ConfigMap> feed = access.feed(ConfigMap.class);

    assertThat(listed(feed)).extracting(ListWatchFeedTest::name).containsExactly("a");
    assertThat(feed.poll()).isEmpty();

    writes.create(map("b", "1"));
    writes.update(map("b", "2"));
    writes.delete(ConfigMap.class, "default", "a", new DeleteOptions());

    assertThat(text(feed)).isEqualTo("Added b=1");
    assertThat(text(feed)).isEqualTo("Modified b=2");
    assertThat(text(feed)).isEqualTo("Deleted a=1");
    assertThat(feed.poll()).isEmpty();
  }

  @Test
  void a_watch_that_is_cut_goes_on_from_the_last_version_without_a_list() {
    Feed<ConfigMap> feed = access.feed(ConfigMap.class);
    assertThat(listed(feed)).isEmpty();
    writes.create(map("a", "1"));
    assertThat(text(feed)).isEqualTo("Added a=1");

    api.cutWatches();
    writes.create(map("b", "1"));

    assertThat(text(feed)).isEqualTo("Added b=1");
    assertThat(feed.poll()).isEmpty();
    assertThat(api.requests.stream().filter(ListWatchFeedTest::isList)).hasSize(1);
  }

  @Test
  void after_the_history_has_expired_everything_is_listed_again() {
    Feed<ConfigMap> feed = access.feed(ConfigMap.class);
    assertThat(listed(feed)).isEmpty();
    assertThat(feed.poll()).isEmpty();
    writes.create(map("a", "1"));

    api.cutWatches();
    text(feed);
    writes.create(map("b", "1"));
    api.cutWatches();
    text(feed);
    api.cutWatches();
    writes.create(map("c", "1"));
    api.forgetHistory();

    assertThat(listed(feed)).extracting(ListWatchFeedTest::name).containsExactly("a", "b", "c");
    writes.update(map("c", "2"));
    assertThat(text(feed)).isEqualTo("Modified c=2");
  }

  @Test
  void it_wakes_its_reader_for_events_and_for_the_end_of_a_watch() {
    Feed<ConfigMap> feed = access.feed(ConfigMap.class);
    AtomicInteger wakes = new AtomicInteger();
    feed.onReady(wakes::incrementAndGet);
    assertThat(wakes).hasValue(1);
    listed(feed);
    feed.poll();

    writes.create(map("a", "1"));
    assertThat(wakes).hasValue(2);
    api.cutWatches();
    assertThat(wakes).hasValue(3);
  }

  @Test
  void two_feeds_share_the_object_of_one_event() {
    Feed<ConfigMap> one = access.feed(ConfigMap.class);
    Feed<ConfigMap> other = access.as("another").feed(ConfigMap.class);
    listed(one);
    listed(other);
    one.poll();
    other.poll();
    writes.create(map("a", "1"));

    ConfigMap first = ((Feed.Event.Added<ConfigMap>) one.poll().orElseThrow()).object();
    ConfigMap second = ((Feed.Event.Added<ConfigMap>) other.poll().orElseThrow()).object();

    assertThat(first).isSameAs(second);
  }

  @Test
  void selectors_go_with_the_list_and_the_watch() {
    Feed<ConfigMap> feed = access.feed(ConfigMap.class, FeedOptions.byField("metadata.name=a"));
    listed(feed);
    feed.poll();

    assertThat(api.requests)
        .hasSize(2)
        .allSatisfy(
            request -> assertThat(request.parameter("fieldSelector")).contains("metadata.name=a"));
  }

  @Test
  void writes_say_who_writes_and_refusals_carry_the_status() {
    writes.create(map("a", "1"));
    ApiRequest request = api.requests.get(0);
    assertThat(request.path()).isEqualTo("/api/v1/namespaces/default/configmaps");
    assertThat(request.header("User-Agent")).contains("tester");

    assertThatThrownBy(() -> writes.create(map("a", "1")))
        .isInstanceOfSatisfying(
            ApiException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(409);
              assertThat(refused.reason()).isEqualTo("AlreadyExists");
            });
    assertThat(writes.get(ConfigMap.class, "default", "b")).isEmpty();
    assertThat(writes.list(ConfigMap.class, "", FeedOptions.ALL)).hasSize(1);
  }

  @Test
  void applied_patches_name_their_manager_and_take_over() {
    writes.create(map("a", "1"));

    writes.patch(
        ConfigMap.class,
        "default",
        "a",
        "",
        new Patch.Apply("{\"metadata\":{\"name\":\"a\"}}", "me"));

    ApiRequest request = api.requests.get(1);
    assertThat(request.path()).endsWith("/configmaps/a");
    assertThat(request.parameter("fieldManager")).contains("me");
    assertThat(request.parameter("force")).contains("true");
    assertThat(request.header("content-type")).contains("application/apply-patch+yaml");
  }

  @Test
  void paths_come_from_the_model() {
    ResourcePath claims = ResourcePath.of(ResourceClaim.class);

    assertThat(claims.collection("")).isEqualTo("/apis/resource.k8s.io/v1/resourceclaims");
    assertThat(claims.object("team", "c", "status"))
        .isEqualTo("/apis/resource.k8s.io/v1/namespaces/team/resourceclaims/c/status");
    assertThatThrownBy(() -> claims.object(null, "c", ""))
        .hasMessage("resourceclaims \"c\" needs a namespace: set metadata.namespace");
  }

  static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withData(Map.of("v", value))
        .build();
  }

  private static boolean isList(ApiRequest request) {
    return request.method().equals("GET") && request.parameter("watch").isEmpty();
  }

  private static List<ConfigMap> listed(Feed<ConfigMap> feed) {
    return ((Feed.Event.Listed<ConfigMap>) feed.poll().orElseThrow()).objects();
  }

  private static String text(Feed<ConfigMap> feed) {
    Optional<Feed.Event<ConfigMap>> event = feed.poll();
    if (event.isEmpty()) {
      return "";
    }
    Feed.Event<ConfigMap> happened = event.get();
    ConfigMap object =
        happened instanceof Feed.Event.Added<ConfigMap> added
            ? added.object()
            : happened instanceof Feed.Event.Modified<ConfigMap> modified
                ? modified.object()
                : happened instanceof Feed.Event.Deleted<ConfigMap> deleted
                    ? deleted.object()
                    : map("listed", "");
    return happened.getClass().getSimpleName()
        + " "
        + name(object)
        + "="
        + object.getData().get("v");
  }

  private static String name(ConfigMap object) {
    return object.getMetadata().getName();
  }
}
