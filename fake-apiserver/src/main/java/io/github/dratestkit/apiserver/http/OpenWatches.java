package io.github.dratestkit.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The watches that are open, so that a stop ends them all at once. */
final class OpenWatches {

  /** A watch on its way to a client. */
  interface Watch {
    /** Ends the stream and the response; does nothing the second time. */
    void end();
  }

  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

  void add(Watch watch) {
    watches.add(watch);
  }

  void remove(Watch watch) {
    watches.remove(watch);
  }

  int count() {
    return watches.size();
  }

  void endAll() {
    watches.forEach(Watch::end);
  }
}
