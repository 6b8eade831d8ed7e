package io.github.dratestkit.apiserver.lint;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.allocator.cel.CelDevice;
import io.github.dratestkit.allocator.cel.CelEnvironment;
import io.github.dratestkit.allocator.cel.CelEnvironment.Mode;
import io.github.dratestkit.allocator.cel.Compilation;
import io.github.dratestkit.allocator.cel.Match;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tries selectors on all devices that were read. */
final class SelectorTrial {

  /**
   * What a selector says of some devices.
   *
   * @param matching those that it selects
   * @param failing one on which it fails, or null
   * @param failure how it fails there
   */
  record Verdict(Set<PlacedDevice> matching, @Nullable PlacedDevice failing, String failure) {}

  private final CelEnvironment environment;
  private final Map<PlacedDevice, CelDevice> devices = new LinkedHashMap<>();

  SelectorTrial(FeatureSet features, Iterable<PlacedDevice> all) {
    environment = CelEnvironment.of(features, Mode.STORED_EXPRESSIONS);
    for (PlacedDevice placed : all) {
      Device device = Serialization.unmarshal(placed.device().toString(), Device.class);
      devices.put(placed, CelDevice.of(placed.driver(), device));
    }
  }

  /** Returns all devices. */
  Set<PlacedDevice> all() {
    return new LinkedHashSet<>(devices.keySet());
  }

  /** Returns what a selector says of some of the devices, or empty if it does not compile. */
  Optional<Verdict> of(String expression, Set<PlacedDevice> some) {
    if (!(environment.compileSelector(expression) instanceof Compilation.Compiled compiled)) {
      return Optional.empty();
    }
    Set<PlacedDevice> matching = new LinkedHashSet<>();
    PlacedDevice failing = null;
    String failure = "";
    for (PlacedDevice placed : some) {
      Match match = compiled.expression().matches(Objects.requireNonNull(devices.get(placed)));
      if (match instanceof Match.Yes) {
        matching.add(placed);
      } else if (match instanceof Match.Failed failed && failing == null) {
        failing = placed;
        failure = failed.failure().message();
      }
    }
    return Optional.of(new Verdict(matching, failing, failure));
  }
}
