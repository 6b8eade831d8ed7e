package io.github.dratestkit.apiserver.resource;

import io.fabric8.kubernetes.client.Config;
import io.github.dratestkit.apiserver.ApiHandler;
import io.github.dratestkit.apiserver.client.RemoteApi;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Upstream's own API server, started for as long as it is asked. For the scripts that record or
 * compare; no test needs it. The instrument is looked for in {@code $DRA_UPSTREAM}.
 */
public final class RealCluster implements AutoCloseable {

  private final Process process;
  private final Path folder;
  private final RemoteApi api;

  private RealCluster(Process process, Path folder, RemoteApi api) {
    this.process = process;
    this.folder = folder;
    this.api = api;
  }

  /** Starts one with more flags than those that name its folder, and waits until it is ready. */
  public static RealCluster start(List<String> flags) {
    try {
      return start(Files.createTempDirectory("realcluster"), flags);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Starts one in a folder, on the store that another one has left there, if any. */
  public static RealCluster start(Path folder, List<String> flags) {
    try {
      List<String> command =
          new ArrayList<>(List.of(instrument(), "up", "-dir", folder.toString()));
      command.addAll(flags);
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String line = lastLine(process);
      Config config = Config.fromKubeconfig(new File(line));
      return new RealCluster(process, folder, RemoteApi.of(config));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String instrument() {
    String folder =
        Optional.ofNullable(System.getenv("DRA_UPSTREAM"))
            .orElse(System.getProperty("user.home") + "/.cache/dra-upstream");
    return folder + "/realcluster";
  }

  // The path of the kubeconfig is the last line, and the only one that is a path.
  private static String lastLine(Process process) throws IOException {
    for (String line = process.inputReader().readLine();
        line != null;
        line = process.inputReader().readLine()) {
      if (line.startsWith("/")) {
        return line;
      }
    }
    throw new IOException("realcluster ended before it was ready");
  }

  /** Returns the server, asked as its administrator. */
  public ApiHandler handler() {
    return api;
  }

  /** Returns the server, asked with another of the instrument's tokens. */
  public RemoteApi as(String token) {
    return RemoteApi.of(configWith(token));
  }

  private Config configWith(String token) {
    Config config = Config.fromKubeconfig(folder.resolve("kubeconfig").toFile());
    config.setOauthToken(token);
    config.setAutoOAuthToken(token);
    return config;
  }

  /** Stops it and leaves its store for another one to start on. */
  public void stop() {
    api.close();
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
    try {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    } catch (IOException left) {
      System.err.println("left behind: " + folder);
    }
  }
}
