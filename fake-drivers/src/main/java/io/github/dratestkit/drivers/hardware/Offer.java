package io.github.dratestkit.drivers.hardware;

import io.github.dratestkit.drivers.publish.Pool;
import java.util.List;

/**
 * What one driver publishes of a piece of hardware from one place.
 *
 * @param node the node on which the driver runs, empty if it publishes for many nodes
 */
public record Offer(String driver, String node, List<Pool> pools) {

  public Offer {
    pools = List.copyOf(pools);
  }

  /** Says whether a driver on a node publishes this, not one for many nodes. */
  public boolean isOnNode() {
    return !node.isEmpty();
  }
}
