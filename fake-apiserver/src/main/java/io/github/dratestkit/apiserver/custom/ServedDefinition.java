package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * A definition as it is served. When its spec or its names change another one takes its place, and
 * the watches on its objects end.
 */
final class ServedDefinition {

  /** The real server waits so long before it takes the storage of a kind away. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private static final AtomicLong SERIALS = new AtomicLong();

  private final String uid;
  private final long since;
  private final JsonNode spec;
  private final JsonNode names;
  private final List<DefinedVersion> versions = new ArrayList<>();
  private final Strategy strategy;
  private final String readingForm = Long.toString(SERIALS.incrementAndGet());
  private final List<Runnable> ends = new CopyOnWriteArrayList<>();
  private volatile Definition definition;

  /** Serves a definition; {@code since} is the version of the store from which it is served. */
  ServedDefinition(Definition definition, long since) {
    this.definition = definition;
    this.since = since;
    this.uid = definition.uid();
    this.spec = definition.spec();
    this.names = definition.names();
    for (JsonNode version : definition.versions()) {
      GroupVersionKind kind =
          new GroupVersionKind(
              definition.group(),
              version.path("name").asString(""),
              definition.acceptedName("kind"));
      versions.add(DefinedVersion.of(kind, version));
    }
    this.strategy = new CustomStrategy(this);
  }

  /** Says whether a definition is served in just this way. */
  boolean serves(Definition other) {
    return uid.equals(other.uid()) && spec.equals(other.spec()) && names.equals(other.names());
  }

  /** Takes the newest state of the definition, of which nothing matters but its end. */
  ServedDefinition now(Definition newest) {
    definition = newest;
    return this;
  }

  Definition definition() {
    return definition;
  }

  List<DefinedVersion> versions() {
    return versions;
  }

  Optional<DefinedVersion> version(String name) {
    return versions.stream().filter(version -> version.name().equals(name)).findFirst();
  }

  Strategy strategy() {
    return strategy;
  }

  /** Returns the version from which changes of its objects are remembered. */
  long since() {
    return since;
  }

  /** Returns what names the way in which stored objects are read. */
  String readingForm() {
    return readingForm;
  }

  Runnable onRetirement(Runnable end) {
    ends.add(end);
    return () -> ends.remove(end);
  }

  /** Ends the watches on its objects, a moment later. */
  void retire(Timers timers) {
    timers.at(timers.instant().plus(LAST_LOOK), () -> ends.forEach(Runnable::run));
  }
}
