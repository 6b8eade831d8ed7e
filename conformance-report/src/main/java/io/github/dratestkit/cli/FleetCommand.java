package io.github.dratestkit.cli;

import io.github.dratestkit.apiserver.connect.ContainerLogs;
import io.github.dratestkit.drivers.hardware.Hardware;
import io.github.dratestkit.features.target.ClusterTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dra fleet}: simulated hardware and kubelets on any cluster, until it is interrupted. */
@Command(
    name = "fleet",
    description = "Adds simulated nodes with hardware to a cluster until interrupted.")
final class FleetCommand implements Callable<Integer> {

  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "The cluster that the nodes join.")
  private Path kubeconfig = Path.of("");

  @Option(
      names = "--hardware",
      required = true,
      paramLabel = "NAME[:COUNT]|FILE",
      description = "Hardware of every simulated node; see: dra hardware list.")
  private List<String> hardware = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = PositiveNumber.class,
      defaultValue = "1",
      description = "How many nodes have the hardware (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Hardware> models = hardware.stream().map(Hardware::parse).toList();
    Interruption interruption = new Interruption();
    ClusterTarget cluster = interruption.closing(connect());
    ServedFleet fleet =
        interruption.closing(
            new ServedFleet(
                cluster.access(), cluster.features(), cluster.timers(), new ContainerLogs()));
    fleet.start(models, nodes);
    if (spec != null) {
      spec.commandLine().getOut().println(nodes + " nodes on " + cluster.description());
      spec.commandLine().getOut().flush();
    }
    interruption.await();
    return 0;
  }

  private ClusterTarget connect() throws IOException {
    try {
      return ClusterTarget.connect(Files.readString(kubeconfig));
    } catch (NoSuchFileException missing) {
      throw new InputException(kubeconfig + ": there is no such file");
    }
  }
}
