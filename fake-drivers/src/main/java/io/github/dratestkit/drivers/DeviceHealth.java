package io.github.dratestkit.drivers;

import java.time.Duration;

/**
 * What a driver knows of the health of a device (KEP-4680).
 *
 * @param validity how long the statement holds; zero means the kubelet's own 30 seconds
 * @param message for people; may be empty
 */
public record DeviceHealth(
    String pool, String device, State state, Duration validity, String message) {

  /** The states that a kubelet knows. */
  public enum State {
    UNKNOWN,
    HEALTHY,
    UNHEALTHY
  }
}
