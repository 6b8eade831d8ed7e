package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.EventStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reads the frames that a watch has to show. */
interface WatchReader {

  /** What is there already; a server in this process has shown everything that was written. */
  WatchReader UP_TO_NOW =
      frames -> {
        try (frames) {
          return drain(frames);
        }
      };

  /** What comes until the server ends the watch, for servers behind a network. */
  WatchReader UNTIL_ENDED =
      frames -> {
        Semaphore ready = new Semaphore(0);
        frames.onReady(ready::release);
        try (frames) {
          List<byte[]> all = new ArrayList<>(drain(frames));
          while (!frames.ended() && ready.tryAcquire(1, TimeUnit.MINUTES)) {
            all.addAll(drain(frames));
          }
          return all;
        } catch (InterruptedException stop) {
          throw new IllegalStateException("stopped while waiting for a watch", stop);
        }
      };

  List<byte[]> read(EventStream frames);

  private static List<byte[]> drain(EventStream frames) {
    List<byte[]> all = new ArrayList<>();
    for (byte[] frame = frames.poll(); frame != null; frame = frames.poll()) {
      all.add(frame);
    }
    return all;
  }
}
