package io.github.dratestkit.apiserver.junit;

import io.github.dratestkit.apiserver.FakeApiServer;
import java.util.List;

/**
 * Fills the cluster of a test with nodes and devices. Whoever knows hardware registers one as a
 * service; this module knows none.
 */
public interface ClusterHardware {

  /**
   * Creates nodes and what they offer.
   *
   * @param names what {@link DraCluster#hardware} says
   * @throws IllegalArgumentException if a name is not known; the message says which are
   */
  void install(FakeApiServer server, List<String> names, int nodes);
}
