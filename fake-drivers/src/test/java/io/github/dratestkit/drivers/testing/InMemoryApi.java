package io.github.dratestkit.drivers.testing;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Feed;
import io.github.dratestkit.apiserver.client.FeedOptions;
import io.github.dratestkit.apiserver.client.ObjectKind;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects kept in a map, for tests of what clients do; it has no rule of any kind but versions,
 * names and the grace of pods.
 */
public final class InMemoryApi implements ApiAccess, Writes {

  private final TreeMap<String, HasMetadata> objects = new TreeMap<>();
  private final List<MemoryFeed<?>> feeds = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private Optional<ApiException> refusal = Optional.empty();
  private long version;

  /** Returns every write so far, such as {@code create ResourceSlice 00000-x-n1-1}. */
  public List<String> log() {
    return log;
  }

  /** Refuses every create from now on. */
  public void refuseCreates(ApiException answer) {
    refusal = Optional.of(answer);
  }

  /** Accepts creates again. */
  public void acceptCreates() {
    refusal = Optional.empty();
  }

  @Override
  public synchronized <T extends HasMetadata> Feed<T> feed(Class<T> kind, FeedOptions options) {
    MemoryFeed<T> feed = new MemoryFeed<>(kind, options);
    feed.events.add(new Feed.Event.Listed<>(list(kind, "", options)));
    feeds.add(feed);
    return feed;
  }

  @Override
  public ApiAccess to(ObjectKind kind) {
    throw new IllegalArgumentException("drivers have no custom resources such as " + kind);
  }

  @Override
  public Writes writes() {
    return this;
  }

  @Override
  public synchronized <T extends HasMetadata> Optional<T> get(
      Class<T> kind, String namespace, String name) {
    return Optional.ofNullable(objects.get(key(kind, namespace, name)))
        .map(kind::cast)
        .map(Serialization::clone);
  }

  @Override
  public synchronized <T extends HasMetadata> List<T> list(
      Class<T> kind, String namespace, FeedOptions options) {
    return objects.values().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(object -> selects(options, object))
        .map(Serialization::clone)
        .toList();
  }

  @Override
  public synchronized <T extends HasMetadata> T create(T object) {
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    T stored = Serialization.clone(object);
    if (stored.getMetadata().getName() == null) {
      stored.getMetadata().setName(stored.getMetadata().getGenerateName() + (version + 1));
    }
    if (objects.containsKey(key(stored))) {
      throw new ApiException(409, "AlreadyExists", key(stored) + " exists");
    }
    stored
        .getMetadata()
        .setUid(UUID.nameUUIDFromBytes((key(stored) + version).getBytes()).toString());
    stored.getMetadata().setGeneration(1L);
    return store("create", stored);
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return update(object, "");
  }

  @Override
  public synchronized <T extends HasMetadata> T update(T object, String subresource) {
    HasMetadata current = objects.get(key(object));
    if (current == null) {
      throw new ApiException(404, "NotFound", key(object) + " not found");
    }
    String expected = object.getMetadata().getResourceVersion();
    if (expected != null && !expected.equals(current.getMetadata().getResourceVersion())) {
      throw new ApiException(409, "Conflict", key(object) + " has changed");
    }
    return store(subresource.isEmpty() ? "update" : "update-" + subresource, object);
  }

  @Override
  public synchronized <T extends HasMetadata> T patch(
      Class<T> kind, String namespace, String name, String subresource, Patch patch) {
    T current =
        get(kind, namespace, name)
            .orElseThrow(() -> new ApiException(404, "NotFound", name + " not found"));
    ObjectNode tree =
        JsonMapper.shared().readValue(Serialization.asJson(current), ObjectNode.class);
    merge(tree, JsonMapper.shared().readTree(patch.body()));
    return store("patch", Serialization.unmarshal(tree.toString(), kind));
  }

  @Override
  public <T extends HasMetadata> void post(
      Class<T> kind, String namespace, String name, String subresource, Object body) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized <T extends HasMetadata> void delete(
      Class<T> kind, String namespace, String name, DeleteOptions options) {
    T current =
        get(kind, namespace, name)
            .orElseThrow(() -> new ApiException(404, "NotFound", name + " not found"));
    Long grace = options.getGracePeriodSeconds();
    boolean graceful = current instanceof Pod && (grace == null || grace > 0);
    if (graceful) {
      current.getMetadata().setDeletionTimestamp("2026-11-30T12:00:30Z");
      current.getMetadata().setDeletionGracePeriodSeconds(30L);
      store("delete-gracefully", current);
      return;
    }
    objects.remove(key(current));
    log.add("delete " + current.getKind() + " " + name);
    feeds.forEach(feed -> feed.offer(current, Change.GONE));
  }

  private enum Change {
    NEW,
    CHANGED,
    GONE
  }

  private <T extends HasMetadata> T store(String verb, T object) {
    T stored = Serialization.clone(object);
    stored.getMetadata().setResourceVersion(Long.toString(++version));
    boolean isNew = objects.put(key(stored), stored) == null;
    log.add(verb + " " + stored.getKind() + " " + stored.getMetadata().getName());
    feeds.forEach(feed -> feed.offer(stored, isNew ? Change.NEW : Change.CHANGED));
    return Serialization.clone(stored);
  }

  private static void merge(ObjectNode into, JsonNode from) {
    from.properties()
        .forEach(
            entry -> {
              if (entry.getValue().isNull()) {
                into.remove(entry.getKey());
              } else if (entry.getValue().isObject()
                  && into.get(entry.getKey()) instanceof ObjectNode inner) {
                merge(inner, entry.getValue());
              } else {
                into.set(entry.getKey(), entry.getValue());
              }
            });
  }

  private static boolean selects(FeedOptions options, HasMetadata object) {
    if (options.fieldSelector().isEmpty()) {
      return true;
    }
    JsonNode tree = JsonMapper.shared().readTree(Serialization.asJson(object));
    for (String term : options.fieldSelector().split(",")) {
      String[] parts = term.split("=", -1);
      if (!tree.at("/" + parts[0].replace('.', '/')).asString("").equals(parts[1])) {
        return false;
      }
    }
    return true;
  }

  private static String key(HasMetadata object) {
    return key(
        object.getClass(), object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static String key(Class<?> kind, String namespace, String name) {
    return kind.getSimpleName() + "/" + (namespace == null ? "" : namespace) + "/" + name;
  }

  private static final class MemoryFeed<T extends HasMetadata> implements Feed<T> {

    private final Class<T> kind;
    private final FeedOptions options;
    private final Deque<Event<T>> events = new ArrayDeque<>();
    private Runnable wake = () -> {};

    private MemoryFeed(Class<T> kind, FeedOptions options) {
      this.kind = kind;
      this.options = options;
    }

    private void offer(HasMetadata object, Change change) {
      if (!kind.isInstance(object) || !selects(options, object)) {
        return;
      }
      T copy = kind.cast(Serialization.clone(object));
      synchronized (events) {
        events.add(
            switch (change) {
              case NEW -> new Event.Added<>(copy);
              case CHANGED -> new Event.Modified<>(copy);
              case GONE -> new Event.Deleted<>(copy);
            });
      }
      wake.run();
    }

    @Override
    public Optional<Event<T>> poll() {
      synchronized (events) {
        return Optional.ofNullable(events.poll());
      }
    }

    @Override
    public void onReady(Runnable newWake) {
      wake = newWake;
    }

    @Override
    public void close() {}
  }
}
