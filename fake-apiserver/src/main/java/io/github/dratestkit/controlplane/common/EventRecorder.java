package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells people what a loop did or could not do, as Events on the object concerned. An event that
 * only repeats raises the count of the one that is there. That an event cannot be written stops
 * nobody.
 */
public final class EventRecorder {

  /** The two kinds that users see in the TYPE column. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String wire;

    Type(String wire) {
      this.wire = wire;
    }
  }

  private enum Api {
    CORE,
    EVENTS
  }

  private record Sameness(String uid, String type, String reason, String action, String note) {}

  private record Seen(String namespace, String name, int count, Instant last) {}

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final int REMEMBERED = 4096;
  private static final int NAMES_TRIED = 100;
  private static final long STRIDE = 4096;

  /** How long upstream waits for a repetition before a series is over (client-go, tools/events). */
  private static final Duration SERIES = Duration.ofMinutes(6);

  private final Writes writes;
  private final Timers timers;
  private final String component;
  private final Api api;
  private final Map<Sameness, Seen> seen =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sameness, Seen> eldest) {
          return size() > REMEMBERED;
        }
      };
  private long written;

  private EventRecorder(Writes writes, Timers timers, String component, Api api) {
    this.writes = writes;
    this.timers = timers;
    this.component = component;
    this.api = api;
  }

  /** Returns a recorder that writes events of the core group, as most controllers do. */
  public static EventRecorder core(Writes writes, Timers timers, String component) {
    return new EventRecorder(writes, timers, component, Api.CORE);
  }

  /** Returns a recorder that writes events of events.k8s.io, as the scheduler does. */
  public static EventRecorder events(Writes writes, Timers timers, String component) {
    return new EventRecorder(writes, timers, component, Api.EVENTS);
  }

  /** Records an event without annotations or action. */
  public void record(HasMetadata regarding, Type type, String reason, String note) {
    record(regarding, type, reason, "", note, Map.of());
  }

  /**
   * Records an event.
   *
   * @param action what was being done; only events of events.k8s.io carry it
   * @param annotations what to put beside it for programs
   */
  public void record(
      HasMetadata regarding,
      Type type,
      String reason,
      String action,
      String note,
      Map<String, String> annotations) {
    Sameness sameness =
        new Sameness(regarding.getMetadata().getUid(), type.wire, reason, action, note);
    Instant now = timers.instant();
    Seen before = seen.get(sameness);
    try {
      if (before != null && before.last().plus(SERIES).isAfter(now)) {
        seen.put(sameness, repeat(before, now));
      } else {
        seen.put(sameness, create(regarding, sameness, annotations, now));
      }
    } catch (ApiException refused) {
      seen.remove(sameness);
    }
  }

  private Seen create(
      HasMetadata regarding, Sameness event, Map<String, String> annotations, Instant now) {
    String namespace = regarding.getMetadata().getNamespace();
    String eventNamespace = namespace == null || namespace.isEmpty() ? "default" : namespace;
    for (int tried = 1; ; tried++) {
      String name =
          regarding.getMetadata().getName() + "." + Long.toHexString(stamp(now, regarding));
      try {
        switch (api) {
          case CORE ->
              writes.create(coreEvent(regarding, event, annotations, now, eventNamespace, name));
          case EVENTS ->
              writes.create(newEvent(regarding, event, annotations, now, eventNamespace, name));
        }
        return new Seen(eventNamespace, name, 1, now);
      } catch (ApiException refused) {
        // A recorder that began anew while the clock stood still may meet its predecessor's names.
        if (!refused.isAlreadyThere() || tried == NAMES_TRIED) {
          throw refused;
        }
      }
    }
  }

  private Seen repeat(Seen before, Instant now) {
    int count = before.count() + 1;
    switch (api) {
      case CORE ->
          writes.patch(
              io.fabric8.kubernetes.api.model.Event.class,
              before.namespace(),
              before.name(),
              "",
              new Patch.Strategic(
                  "{\"count\":%d,\"lastTimestamp\":\"%s\"}".formatted(count, seconds(now))));
      case EVENTS ->
          writes.patch(
              io.fabric8.kubernetes.api.model.events.v1.Event.class,
              before.namespace(),
              before.name(),
              "",
              new Patch.Strategic(
                  "{\"series\":{\"count\":%d,\"lastObservedTime\":\"%s\"}}"
                      .formatted(count, MICROSECONDS.format(now))));
    }
    return new Seen(before.namespace(), before.name(), count, now);
  }

  private io.fabric8.kubernetes.api.model.Event coreEvent(
      HasMetadata regarding,
      Sameness event,
      Map<String, String> annotations,
      Instant now,
      String namespace,
      String name) {
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withAnnotations(annotations.isEmpty() ? null : annotations)
        .endMetadata()
        .withInvolvedObject(reference(regarding))
        .withType(event.type())
        .withReason(event.reason())
        .withMessage(event.note())
        .withNewSource()
        .withComponent(component)
        .endSource()
        .withReportingComponent(component)
        .withFirstTimestamp(seconds(now))
        .withLastTimestamp(seconds(now))
        .withCount(1)
        .build();
  }

  private io.fabric8.kubernetes.api.model.events.v1.Event newEvent(
      HasMetadata regarding,
      Sameness event,
      Map<String, String> annotations,
      Instant now,
      String namespace,
      String name) {
    return new io.fabric8.kubernetes.api.model.events.v1.EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withAnnotations(annotations.isEmpty() ? null : annotations)
        .endMetadata()
        .withRegarding(reference(regarding))
        .withEventTime(new MicroTime(MICROSECONDS.format(now)))
        .withType(event.type())
        .withReason(event.reason())
        .withAction(event.action())
        .withNote(event.note())
        .withReportingController(component)
        .withReportingInstance(component + "-dra-testkit")
        .build();
  }

  private static ObjectReference reference(HasMetadata object) {
    return new ObjectReferenceBuilder()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withNamespace(object.getMetadata().getNamespace())
        .withName(object.getMetadata().getName())
        .withUid(object.getMetadata().getUid())
        .withResourceVersion(object.getMetadata().getResourceVersion())
        .build();
  }

  /**
   * Nanoseconds, made distinct where a virtual clock stands still. The version of the object keeps
   * the events of several components on one object in their order.
   */
  private long stamp(Instant now, HasMetadata regarding) {
    written++;
    String version = regarding.getMetadata().getResourceVersion();
    long passed = version == null || version.isEmpty() ? 0 : Long.parseLong(version);
    return ChronoUnit.NANOS.between(Instant.EPOCH, now) + passed * STRIDE + written % STRIDE;
  }

  private static String seconds(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
