package io.github.dratestkit.cli;

import io.github.dratestkit.apiserver.lint.Lint;
import io.github.dratestkit.apiserver.lint.LintFinding;
import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import io.github.dratestkit.apiserver.lint.LintFormat;
import io.github.dratestkit.apiserver.manifest.Manifests;
import io.github.dratestkit.apiserver.manifest.Reading;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dra lint}: what the server would refuse in files, and what could be better. */
@Command(
    name = "lint",
    description =
        "Checks slices, classes and claims in files: errors as the server gives them, and advice."
            + " Exit code 1 if there is an error, 2 if a file cannot be read.")
final class LintCommand implements Callable<Integer> {

  @Mixin private final KubernetesOptions kubernetes = new KubernetesOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "YAML or JSON files, folders, patterns in quotes, or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "text|json|sarif",
      defaultValue = "text",
      description = "How to answer (default: ${DEFAULT-VALUE}).")
  private LintFormat format = LintFormat.TEXT;

  @Option(
      names = "--fail-on",
      paramLabel = "error|warning",
      defaultValue = "error",
      description = "What ends with exit code 1 (default: ${DEFAULT-VALUE}).")
  private Severity failOn = Severity.ERROR;

  @Option(names = "--rules", description = "List all rules, each with its reason and fix.")
  private boolean rules;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine command = Objects.requireNonNull(spec).commandLine();
    PrintWriter out = command.getOut();
    if (rules) {
      out.print(LintFormat.describe(Lint.rules()));
      out.flush();
      return 0;
    }
    if (files.isEmpty()) {
      throw new ParameterException(command, "Name at least one FILE, or - for standard input");
    }
    Reading reading = Manifests.readAll(files, System.in);
    List<LintFinding> findings = Lint.check(kubernetes.features(), reading);
    out.print(format.write(findings));
    out.flush();
    if (reading.manifests().isEmpty() && reading.problems().isEmpty()) {
      command.getErr().println("dra: there is no object in what was named");
    }
    if (!reading.problems().isEmpty()) {
      return CommandLine.ExitCode.USAGE;
    }
    return findings.stream().anyMatch(finding -> finding.severity().compareTo(failOn) <= 0) ? 1 : 0;
  }
}
