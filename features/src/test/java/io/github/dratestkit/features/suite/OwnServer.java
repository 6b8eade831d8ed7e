package io.github.dratestkit.features.suite;

import io.cucumber.java.AfterAll;
import io.cucumber.java.BeforeAll;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.features.target.InProcessTarget;
import io.github.dratestkit.features.target.Targets;
import java.util.List;
import java.util.Map;

/** Plays the suite on the testkit's own server. */
public final class OwnServer {

  private static final long SEED = 1;

  private OwnServer() {}

  /** Starts the server before the first scenario. */
  @BeforeAll
  public static void start() {
    Targets.use(InProcessTarget.start(KubernetesVersion.LATEST, Map.of(), List.of(), SEED));
  }

  /** Stops it after the last. */
  @AfterAll
  public static void stop() {
    Targets.current().close();
  }
}
