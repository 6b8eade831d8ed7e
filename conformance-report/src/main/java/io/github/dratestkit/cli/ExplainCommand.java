package io.github.dratestkit.cli;

import io.github.dratestkit.explain.Answer;
import io.github.dratestkit.explain.Question;
import io.github.dratestkit.explain.Situation;
import io.github.dratestkit.features.target.ClusterTarget;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code dra explain}: which devices a claim would get, or why none. */
@Command(
    name = "explain",
    description = "Says which devices a claim would get, or why none. Exit code 1 if none fits.")
final class ExplainCommand implements Callable<Integer> {

  @Mixin private final KubernetesOptions kubernetes = new KubernetesOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "Slices, classes, claims and perhaps nodes, as YAML or JSON.")
  private List<Path> files = List.of();

  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Ask this cluster instead.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--claim",
      paramLabel = "[NS/]NAME",
      defaultValue = "",
      description = "The claim; every one that is not allocated by default.")
  private String claim = "";

  @Option(
      names = "--node",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The only node to look at; all by default.")
  private String node = "";

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "How to answer (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Spec private @Nullable CommandSpec spec;

  enum Format {
    TEXT,
    JSON
  }

  @Override
  public Integer call() throws IOException {
    List<Answer> answers = new Question(claim, node).ask(situation());
    PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
    switch (format) {
      case TEXT -> answers.forEach(answer -> answer.lines().forEach(out::println));
      case JSON ->
          out.println(
              JsonMapper.builder()
                  .enable(SerializationFeature.INDENT_OUTPUT)
                  .build()
                  .writeValueAsString(answers.stream().map(Answer::toTree).toList()));
    }
    out.flush();
    return answers.stream().allMatch(Answer::fits) ? 0 : 1;
  }

  private Situation situation() throws IOException {
    if (kubeconfig == null) {
      if (files.isEmpty()) {
        throw new InputException("name files with slices, classes and a claim, or --kubeconfig");
      }
      return Situation.ofFiles(files, kubernetes.version(), kubernetes.gates());
    }
    try (ClusterTarget cluster = ClusterTarget.connect(Files.readString(kubeconfig))) {
      return Situation.of(cluster.client(), cluster.features());
    } catch (NoSuchFileException missing) {
      throw new InputException(kubeconfig + ": there is no such file");
    }
  }
}
