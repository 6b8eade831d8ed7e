package io.github.dratestkit.apiserver.store;

import java.time.Duration;

/**
 * How much of the past a server remembers. What is older cannot be watched or listed any more: 410.
 *
 * @param changes the number of changes of each resource
 * @param age how long a change is kept
 */
public record WatchHistory(int changes, Duration age) {

  /** As much as a test can want, and bounded all the same. */
  public static final WatchHistory DEFAULT = new WatchHistory(20_000, Duration.ofHours(2));

  /** Returns a history of so many changes. */
  public static WatchHistory ofChanges(int changes) {
    return new WatchHistory(changes, DEFAULT.age);
  }

  /** Returns a history of so long ago. */
  public static WatchHistory ofAge(Duration age) {
    return new WatchHistory(DEFAULT.changes, age);
  }
}
