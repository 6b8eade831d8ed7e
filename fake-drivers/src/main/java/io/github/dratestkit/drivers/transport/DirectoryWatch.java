package io.github.dratestkit.drivers.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells somebody that files come into a directory or go. Sockets of this process tell it at once,
 * so that a run in one process does not depend on when the system gets round to it.
 */
public final class DirectoryWatch implements AutoCloseable {

  private static final Map<Path, Set<DirectoryWatch>> OPEN = new ConcurrentHashMap<>();

  private final Path directory;
  private final WatchService service;
  private volatile Runnable changed = () -> {};

  private DirectoryWatch(Path directory, WatchService service) {
    this.directory = directory;
    this.service = service;
  }

  /** Watches a directory, which is made if it is not there. */
  public static DirectoryWatch open(Path path) {
    Path directory = path.toAbsolutePath().normalize();
    try {
      Files.createDirectories(directory);
      WatchService service = directory.getFileSystem().newWatchService();
      directory.register(
          service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
      DirectoryWatch watch = new DirectoryWatch(directory, service);
      OPEN.computeIfAbsent(directory, key -> ConcurrentHashMap.newKeySet()).add(watch);
      Thread thread = new Thread(watch::listen, "dra-directory");
      thread.setDaemon(true);
      thread.start();
      return watch;
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot watch " + directory, failure);
    }
  }

  /** Sets what to run, on any thread, when something has changed. */
  public void onChange(Runnable newChanged) {
    changed = newChanged;
  }

  /** Says that a file of this process has come into a directory or gone. */
  static void tell(Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    OPEN.getOrDefault(directory, Set.of()).forEach(watch -> watch.changed.run());
  }

  @Override
  public void close() {
    OPEN.getOrDefault(directory, Set.of()).remove(this);
    try {
      service.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void listen() {
    try {
      while (true) {
        WatchKey key = service.take();
        key.pollEvents();
        key.reset();
        changed.run();
      }
    } catch (ClosedWatchServiceException closed) {
      // Nobody listens any more.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
