package io.github.dratestkit.apiserver.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.EventStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists, then watches from the version of the list. A watch that is cut goes on from the last
 * version seen, bookmarks included; one whose history has expired, or that fails in another way,
 * begins again with a list. This is what client-go's reflector does.
 */
final class ListWatchFeed<T extends HasMetadata> implements Feed<T> {

  private static final int GONE = 410;

  private final Requests requests;
  private final EventCache cache;
  private final Class<T> kind;
  private final ApiRequest collection;
  private @Nullable EventStream watch;

  /** The version to go on from; null before the first list and when a new one is due. */
  private @Nullable String version;

  private Runnable wake = () -> {};
  private boolean closed;

  ListWatchFeed(
      Requests requests, EventCache cache, Class<T> kind, ResourcePath path, FeedOptions options) {
    this.requests = requests;
    this.cache = cache;
    this.kind = kind;
    this.collection = selecting(requests.get(path.collection("")), options);
  }

  static ApiRequest selecting(ApiRequest request, FeedOptions options) {
    ApiRequest selecting = request;
    if (!options.fieldSelector().isEmpty()) {
      selecting = selecting.withParameter("fieldSelector", options.fieldSelector());
    }
    if (!options.labelSelector().isEmpty()) {
      selecting = selecting.withParameter("labelSelector", options.labelSelector());
    }
    return selecting;
  }

  @Override
  public Optional<Event<T>> poll() {
    while (!closed) {
      if (version == null) {
        return Optional.of(list());
      }
      if (watch == null && !open(version)) {
        continue;
      }
      EventStream open = watch;
      byte[] frame = open == null ? null : open.poll();
      if (frame != null) {
        Optional<Event<T>> event = take(cache.read(frame, kind));
        if (event.isPresent()) {
          return event;
        }
      } else if (open != null && open.ended()) {
        cut();
      } else {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Event<T> list() {
    TypedJson.Listing<T> listing = TypedJson.readList(requests.send(collection), kind);
    version = listing.resourceVersion();
    return new Event.Listed<>(listing.objects());
  }

  /** Opens the watch. Returns false if its history has expired and a list is due. */
  private boolean open(String from) {
    try {
      EventStream stream =
          requests.open(
              collection
                  .withParameter("watch", "true")
                  .withParameter("allowWatchBookmarks", "true")
                  .withParameter("resourceVersion", from));
      stream.onReady(wake);
      watch = stream;
      return true;
    } catch (ApiException refused) {
      if (refused.code() != GONE) {
        throw refused;
      }
      version = null;
      return false;
    }
  }

  private Optional<Event<T>> take(TypedJson.WatchEvent<T> event) {
    if (event instanceof TypedJson.WatchEvent.Change<T> change) {
      version = change.object().getMetadata().getResourceVersion();
      return asEvent(change);
    }
    Status failure = ((TypedJson.WatchEvent.Failure<T>) event).status();
    cut();
    version = null;
    if (failure.getCode() != null && failure.getCode() == GONE) {
      return Optional.empty();
    }
    throw new ApiException(
        failure.getCode() == null ? 500 : failure.getCode(),
        failure.getReason() == null ? "" : failure.getReason(),
        "the watch of " + collection.path() + " failed: " + failure.getMessage());
  }

  private static <T extends HasMetadata> Optional<Event<T>> asEvent(
      TypedJson.WatchEvent.Change<T> change) {
    return switch (change.type()) {
      case "ADDED" -> Optional.of(new Event.Added<>(change.object()));
      case "MODIFIED" -> Optional.of(new Event.Modified<>(change.object()));
      case "DELETED" -> Optional.of(new Event.Deleted<>(change.object()));
      // A bookmark only moves the version; a word that is not known yet must not stop anybody.
      default -> Optional.empty();
    };
  }

  private void cut() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }

  @Override
  public void onReady(Runnable newWake) {
    wake = newWake;
    if (watch != null) {
      watch.onReady(newWake);
    }
    newWake.run();
  }

  @Override
  public void close() {
    closed = true;
    cut();
  }
}
