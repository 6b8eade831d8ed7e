package io.github.dratestkit.cli;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.drivers.drawing.Drawing;
import io.github.dratestkit.drivers.hardware.Hardware;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the simulated hardware. */
@Command(name = "hardware", description = "Shows the hardware that can be simulated.")
final class HardwareCommand implements Runnable {

  private static final int NAME_WIDTH = 18;

  private static final Pattern NODE_NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec().commandLine(), "name one of list, show, slices");
  }

  /** One line for each model. */
  @Command(name = "list", description = "Lists the models.")
  void list() {
    for (String name : Hardware.list()) {
      TextTable.row(name, NAME_WIDTH, Hardware.named(name).title()).forEach(out()::println);
    }
    out().flush();
  }

  /** What a model is, and its picture. */
  @Command(name = "show", description = "Says what a model is made of.")
  void show(
      @Parameters(paramLabel = "NAME[:COUNT]|FILE") String name,
      @Option(names = "--svg", paramLabel = "FILE", description = "Draw it into this file.")
          @Nullable Path svg)
      throws IOException {
    Hardware hardware = hardware(name);
    if (svg != null) {
      Files.writeString(svg, Drawing.svg(hardware, "n1"));
    }
    out().println(hardware.title());
    for (DeviceClass deviceClass : hardware.deviceClasses()) {
      out().println("class  " + deviceClass.getMetadata().getName());
    }
    for (ResourceSlice slice : hardware.slices("n1")) {
      out()
          .printf(
              "slice  %s: %d devices, %d counter sets%n",
              slice.getMetadata().getName(),
              slice.getSpec().getDevices().size(),
              slice.getSpec().getSharedCounters().size());
    }
    out().flush();
  }

  /** The slices, as a driver would publish them. */
  @Command(name = "slices", description = "Prints the classes and slices of a model as YAML.")
  void slices(
      @Parameters(paramLabel = "NAME[:COUNT]|FILE") String name,
      @Option(names = "--node", paramLabel = "NAME", defaultValue = "n1") String node) {
    Hardware hardware = hardware(name);
    if (!NODE_NAME.matcher(node).matches() || node.length() > 253) {
      throw new InputException(
          "--node "
              + node
              + ": the name of a node has lower-case letters, digits, '-' and '.', at most 253, and"
              + " begins and ends with a letter or digit");
    }
    hardware.deviceClasses().forEach(object -> out().println(yaml(object)));
    hardware.slices(node).forEach(object -> out().println(yaml(object)));
    out().flush();
  }

  private static String yaml(Object object) {
    String text = Serialization.asYaml(object);
    return (text.startsWith("---") ? text : "---\n" + text).stripTrailing();
  }

  private static Hardware hardware(String name) {
    try {
      return Hardware.parse(name);
    } catch (IllegalArgumentException unusable) {
      throw new InputException(String.valueOf(unusable.getMessage()));
    }
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("picocli has not injected the command");
    }
    return spec;
  }
}
