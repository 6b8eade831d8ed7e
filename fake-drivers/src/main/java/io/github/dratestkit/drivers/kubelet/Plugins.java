package io.github.dratestkit.drivers.kubelet;

import io.github.dratestkit.apiserver.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The plugins that are registered, the newest of a driver first. When the last one of a driver has
 * been gone for 30 seconds the driver's slices are to be wiped; one that comes back calls that off.
 * Source: {@code pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go}, 1.37.
 */
final class Plugins {

  private static final Duration WIPING_DELAY = Duration.ofSeconds(30);

  private final Timers timers;
  private final Inbox inbox;
  private final Consumer<String> wipe;
  private final Map<String, Deque<Plugin>> plugins = new HashMap<>();
  private final Map<String, Timers.Alarm> pendingWipes = new HashMap<>();

  Plugins(Timers timers, Inbox inbox, Consumer<String> wipe) {
    this.timers = timers;
    this.inbox = inbox;
    this.wipe = wipe;
  }

  void add(Plugin plugin) {
    plugins.computeIfAbsent(plugin.driver(), driver -> new ArrayDeque<>()).addFirst(plugin);
    Timers.Alarm alarm = pendingWipes.remove(plugin.driver());
    if (alarm != null) {
      alarm.cancel();
    }
  }

  void remove(Plugin plugin) {
    plugin.close();
    Deque<Plugin> all = plugins.get(plugin.driver());
    if (all == null || !all.remove(plugin) || !all.isEmpty()) {
      return;
    }
    String driver = plugin.driver();
    plugins.remove(driver);
    pendingWipes.put(
        driver,
        timers.at(
            timers.instant().plus(WIPING_DELAY), () -> inbox.put(() -> wipeUnlessBack(driver))));
  }

  Optional<Plugin> find(String driver) {
    return Optional.ofNullable(plugins.get(driver)).map(Deque::peekFirst);
  }

  void close() {
    pendingWipes.values().forEach(Timers.Alarm::cancel);
    plugins.values().forEach(all -> all.forEach(Plugin::close));
    plugins.clear();
  }

  private void wipeUnlessBack(String driver) {
    if (pendingWipes.remove(driver) != null && !plugins.containsKey(driver)) {
      wipe.accept(driver);
    }
  }
}
