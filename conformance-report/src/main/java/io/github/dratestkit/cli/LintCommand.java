package io.github.dratestkit.cli;

import io.github.dratestkit.apiserver.lint.Lint;
import io.github.dratestkit.apiserver.lint.LintFinding;
import io.github.dratestkit.apiserver.lint.LintFinding.Severity;
import io.github.dratestkit.apiserver.lint.LintFormat;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.ManifestException;
import io.github.dratestkit.apiserver.manifest.Manifests;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dra lint}: what the server would refuse in files, and what could be better. */
@Command(
    name = "lint",
    description =
        "Checks slices, classes and claims in files: errors as the server gives them, and advice."
            + " Exit code 1 if there is an error.")
final class LintCommand implements Callable<Integer> {

  @Mixin private final KubernetesOptions kubernetes = new KubernetesOptions();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON files.")
  private List<Path> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "text|json|sarif",
      defaultValue = "text",
      description = "How to answer (default: ${DEFAULT-VALUE}).")
  private LintFormat format = LintFormat.TEXT;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    List<Manifest> manifests = new ArrayList<>();
    try {
      files.forEach(file -> manifests.addAll(Manifests.read(file)));
    } catch (ManifestException unreadable) {
      throw new InputException(String.valueOf(unreadable.getMessage()));
    }
    List<LintFinding> findings = Lint.check(kubernetes.features(), manifests);
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(format.write(findings));
    out.flush();
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR) ? 1 : 0;
  }
}
