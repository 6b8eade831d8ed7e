package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.common.Change;
import io.github.dratestkit.controlplane.common.Informer;
import io.github.dratestkit.controlplane.common.ObjectKey;
import io.github.dratestkit.controlplane.common.ReconcilingLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Deletes events an hour after they were last written. Upstream the API server does so, by the
 * {@code --event-ttl} of what it stores.
 */
public final class EventExpiryLoop extends ReconcilingLoop<ObjectKey> {

  private static final Duration KEPT = Duration.ofHours(1);

  private final Timers timers;
  private final Informer<Event> events;
  private final Map<ObjectKey, Instant> ends = new HashMap<>();

  /** Creates the loop. */
  public EventExpiryLoop(ApiAccess access, Timers timers) {
    super("event-expiry", access, timers);
    this.timers = timers;
    this.events = inform(Event.class, this::changed);
  }

  @Override
  protected void reconcile(ObjectKey key) {
    Instant end = ends.get(key);
    if (end == null) {
      return;
    }
    if (end.isAfter(timers.instant())) {
      queue().addAt(key, end);
      return;
    }
    events.get(key).ifPresent(this::delete);
  }

  private void delete(Event event) {
    try {
      writes()
          .delete(
              Event.class,
              event.getMetadata().getNamespace(),
              event.getMetadata().getName(),
              new DeleteOptionsBuilder()
                  .withNewPreconditions()
                  .withUid(event.getMetadata().getUid())
                  .endPreconditions()
                  .build());
    } catch (ApiException refused) {
      if (!refused.isNotFound()) {
        throw refused;
      }
    }
  }

  private void changed(Change<Event> change) {
    ObjectKey key = ObjectKey.of(change.object());
    if (change instanceof Change.Deleted<Event>) {
      ends.remove(key);
    } else if (ends.put(key, timers.instant().plus(KEPT)) == null) {
      queue().addAfter(key, KEPT);
    }
  }
}
