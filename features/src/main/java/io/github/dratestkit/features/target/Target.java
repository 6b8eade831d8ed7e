package io.github.dratestkit.features.target;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.client.ApiAccess;
import io.github.dratestkit.apiserver.time.Timers;
import io.github.dratestkit.controlplane.Loop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where specifications are played: a server in this process, or any cluster. A step says what it
 * wants of the target and never asks which one it is.
 */
public interface Target extends AutoCloseable {

  /** Returns what is tested, in words for the report. */
  String description();

  /** Returns version and gates of what is tested, as far as they are known. */
  FeatureSet features();

  /** Returns the client that steps use; it speaks HTTP. */
  KubernetesClient client();

  /** Returns a client for whom the server takes it to be somebody else; the caller closes it. */
  KubernetesClient clientAs(User user);

  /**
   * Returns what GET answers at a path, as JSON; read as directly as the target can, for looking at
   * everything there is after every step.
   */
  default byte[] read(String path) {
    String body = client().raw(path);
    if (body == null) {
      throw new IllegalStateException("the server does not answer " + path);
    }
    return body.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the API for the kubelets and drivers that we run. */
  ApiAccess access();

  /** Returns the clock for the kubelets and drivers that we run. */
  Timers timers();

  /** Returns why the target cannot do something, or empty if it can. */
  Optional<String> cannot(Ability ability);

  /**
   * Ends the scenario if the target lacks an ability.
   *
   * @throws SkippedException with the target's reason
   */
  default void require(Ability ability) {
    cannot(ability)
        .ifPresent(
            reason -> {
              throw new SkippedException(ability, reason);
            });
  }

  /**
   * Prepares for a scenario: nothing of the one before is left.
   *
   * @throws NotApplicableException if the target is not as the scenario needs it
   */
  void begin(Needs needs);

  /** Notes an object that a step created, so that it can be cleaned up. */
  default void created(HasMetadata object) {}

  /** Cleans up after a scenario. */
  void end();

  /** Returns the namespace of the scenario. */
  String namespace();

  /** Runs a loop of ours, such as a kubelet, until the handle is closed or the scenario ends. */
  Handle run(Loop loop);

  /** Lets everything that is under way come to rest, as far as the target can tell. */
  void settle();

  /**
   * Waits until a fact holds: at once after {@link #settle} where that is exact, else until the
   * target's patience ends.
   *
   * @param problem returns what is wrong, or empty if the fact holds
   * @throws AssertionError with the last problem
   */
  void eventually(Supplier<Optional<String>> problem);

  /** Moves virtual time; needs {@link Ability#VIRTUAL_TIME}. */
  void advance(Duration duration);

  /** Stops the named loop of the control plane, kills it and starts a new one. */
  void restart(String loop);

  /**
   * Replaces the server by one with a feature gate off, which finds everything that was stored;
   * needs {@link Ability#SWITCH_GATES}.
   */
  void switchOff(String gate);

  @Override
  void close();

  /** A loop that runs. */
  interface Handle extends AutoCloseable {
    /** Stops the loop, as if its process were killed. */
    @Override
    void close();
  }
}
