package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.EventStream;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.store.ChangeReader;
import io.github.dratestkit.apiserver.store.StoredObject;
import io.github.dratestkit.apiserver.store.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens watches. */
final class Watching {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(45);

  private final Parts parts;
  private final KindRules rules;

  Watching(Parts parts, KindRules rules) {
    this.parts = parts;
    this.rules = rules;
  }

  EventStream watch(Target target, ListQuery query, Supplier<FrameWriter> frames) {
    SelectableFields fields = new SelectableFields(target.resource(), rules.of(target.resource()));
    WatchStart start = start(target, query, fields);
    Duration timeout =
        query.timeoutSeconds() > 0 ? Duration.ofSeconds(query.timeoutSeconds()) : DEFAULT_TIMEOUT;
    WatchStream stream =
        new WatchStream(
            target, query, fields, start, frames.get(), parts.timers(), timeout, parts.store());
    stream.endWith(rules.of(target.resource()));
    return stream;
  }

  private WatchStart start(Target target, ListQuery query, SelectableFields fields) {
    if (query.timeoutSeconds() < 0) {
      return new WatchStart.Refused(StatusErrors.outOfTime());
    }
    String asked = query.resourceVersion();
    boolean fromScratch = asked.isEmpty() || asked.equals("0");
    long version = fromScratch ? 0 : parseVersion(asked);
    boolean initial = query.sendInitialEvents() == null ? fromScratch : query.sendInitialEvents();
    View view = parts.store().view();
    if (initial && version > view.version()) {
      return new WatchStart.Refused(StatusErrors.tooLargeResourceVersion(version, view.version()));
    }
    if (!initial && !fromScratch) {
      return resume(target, version);
    }
    ChangeReader changes =
        parts
            .store()
            .changesAfter(target.key().resource(), view.version())
            .orElseThrow(() -> new IllegalStateException("the present is never forgotten"));
    List<StoredObject> objects = new ArrayList<>();
    if (initial) {
      String prefix = Listing.firstPath(target);
      for (StoredObject stored : view.from(target.key().resource(), prefix)) {
        if (!stored.key().path().startsWith(prefix)) {
          break;
        }
        if (Listing.selected(stored, query, fields)) {
          objects.add(stored);
        }
      }
    }
    boolean mark = initial && query.allowWatchBookmarks();
    return new WatchStart.Open(changes, objects, view.version(), mark);
  }

  private WatchStart resume(Target target, long version) {
    long since = rules.of(target.resource()).knownSince();
    Optional<ChangeReader> changes = parts.store().changesAfter(target.key().resource(), version);
    if (changes.isEmpty() || version < since) {
      long oldest = Math.max(since, parts.store().compactedThrough());
      return new WatchStart.Refused(
          StatusErrors.expired("too old resource version: " + version + " (" + oldest + ")"));
    }
    return new WatchStart.Open(changes.get(), List.of(), version, false);
  }

  private static long parseVersion(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw StatusErrors.internalWithoutReason(Listing.noVersion(text));
    }
    return Long.parseLong(text);
  }
}
