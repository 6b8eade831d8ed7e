package io.github.dratestkit.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command line: {@code ./dra COMMAND}. It only parses; each command calls one public method.
 */
@Command(
    name = "dra",
    description = "The reference laboratory for Kubernetes Dynamic Resource Allocation.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = ProductVersion.class,
    subcommands = {
      AllocateCommand.class,
      ConformanceCommand.class,
      DriverCommand.class,
      ExplainCommand.class,
      FleetCommand.class,
      HardwareCommand.class,
      LintCommand.class,
      ServeCommand.class
    },
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Dra implements Runnable {

  @Spec private CommandSpec spec;

  private Dra(CommandSpec spec) {
    this.spec = spec;
  }

  /** Creates the root command. */
  public Dra() {
    this(CommandSpec.create());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }

  /** Runs the command line and ends the process with its exit code: 0, 1 (no), 2 (wrong usage). */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Dra())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(new PlainErrors());
  }
}
