package io.github.dratestkit.cli;

import io.github.dratestkit.drivers.check.DriverCheck;
import io.github.dratestkit.drivers.check.Finding;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks drivers. */
@Command(name = "driver", description = "Checks a kubelet plugin, in whatever language it is.")
final class DriverCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec().commandLine(), "name a command: check");
  }

  /** Asks the plugin what a kubelet asks; exit code 1 if something does not hold. */
  @Command(name = "check", description = "Asks a running plugin what a kubelet asks.")
  int check(
      @Option(names = "--driver", required = true, paramLabel = "NAME") String driver,
      @Option(
              names = "--kubelet-dir",
              paramLabel = "DIR",
              defaultValue = "/var/lib/kubelet",
              description = "Where the plugin puts its sockets (default: /var/lib/kubelet).")
          Path kubeletDirectory) {
    if (!Files.isDirectory(kubeletDirectory)) {
      throw new InputException(kubeletDirectory + ": there is no such directory");
    }
    PrintWriter out = spec().commandLine().getOut();
    List<Finding> findings = new DriverCheck(driver, kubeletDirectory).run();
    findings.forEach(out::println);
    out.flush();
    return findings.stream().allMatch(finding -> finding.verdict() == Finding.Verdict.HOLDS)
        ? 0
        : 1;
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("picocli has not injected the command");
    }
    return spec;
  }
}
