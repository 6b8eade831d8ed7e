package io.github.dratestkit.drivers.transport;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The rule that the path of a Unix socket fits into 108 bytes with the zero byte behind it. */
public final class SocketPath {

  /** The most bytes that a path may have: {@code sun_path} of Linux without its zero byte. */
  public static final int MOST_BYTES = 107;

  private SocketPath() {}

  /**
   * Returns the path if a socket can have it.
   *
   * @throws IllegalArgumentException if it is too long; the message says what to do
   */
  public static Path require(Path path) {
    int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "socket path %s has %d bytes, and the system allows %d: choose a kubelet directory with a path at least %d bytes shorter"
              .formatted(path, bytes, MOST_BYTES, bytes - MOST_BYTES));
    }
    return path;
  }
}
