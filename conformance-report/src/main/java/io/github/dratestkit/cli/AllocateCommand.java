package io.github.dratestkit.cli;

import io.github.dratestkit.allocator.optimal.Objective;
import io.github.dratestkit.allocator.version.Compatibility;
import io.github.dratestkit.cli.allocate.CaseFormatException;
import io.github.dratestkit.cli.allocate.CaseRunner;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Answers allocation cases in the format of upstream's oracle. */
@Command(
    name = "allocate",
    description =
        "Answers allocation cases, one JSON object per line in and out; docs/allocate.md has the"
            + " format.")
public final class AllocateCommand implements Callable<Integer> {

  @Option(
      names = "--cases",
      required = true,
      paramLabel = "FILE|-",
      description = "the cases; - means standard input")
  private String cases = "-";

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = PositiveNumber.class,
      defaultValue = "1",
      description = "run each case this often and report the fastest time")
  private int repeat = 1;

  @Option(
      names = "--compatibility",
      paramLabel = "upstream|rules",
      defaultValue = "upstream",
      description =
          "upstream: its answer also where it is wrong; rules: the answer that the API's rules ask"
              + " for (docs/deviations.md lists what differs)")
  private Compatibility compatibility = Compatibility.UPSTREAM;

  /** Which of the possible allocations is given. */
  enum Mode {
    FIRST,
    OPTIMAL
  }

  @Option(
      names = "--mode",
      paramLabel = "first|optimal",
      defaultValue = "first",
      description = "first: upstream's answer; optimal: the one that serves --objective best")
  private Mode mode = Mode.FIRST;

  @Option(
      names = "--objective",
      paramLabel = "NAME",
      defaultValue = "highest-ranked",
      description = {
        "what an optimal allocation is best in: ${COMPLETION-CANDIDATES}.",
        "The answer tells its cost, whether nothing costs less (the case's timeoutSeconds may end"
            + " the search before that is proven), and how much room each pool had"
      })
  private Objective objective = Objective.HIGHEST_RANKED;

  @Override
  public Integer call() throws IOException {
    PrintWriter answers =
        new PrintWriter(
            new BufferedWriter(
                new OutputStreamWriter(
                    new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8)));
    try (Reader reader = open()) {
      new CaseRunner(
              repeat,
              compatibility,
              mode == Mode.OPTIMAL ? Optional.of(objective) : Optional.empty())
          .run(reader, answers);
    } catch (CaseFormatException e) {
      throw new InputException(cases + ": " + e.getMessage());
    } finally {
      answers.flush();
    }
    return 0;
  }

  private Reader open() throws IOException {
    if (cases.equals("-")) {
      return new InputStreamReader(System.in, StandardCharsets.UTF_8);
    }
    Path file = Path.of(cases);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new InputException(cases + ": there is no such file, or it cannot be read");
    }
    return Files.newBufferedReader(file);
  }
}
