package io.github.dratestkit.report;

import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.DataTableArgument;
import io.cucumber.plugin.event.DocStringArgument;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Result;
import io.cucumber.plugin.event.StepArgument;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestRunStarted;
import io.cucumber.plugin.event.TestSourceParsed;
import io.cucumber.plugin.event.TestStepFinished;
import io.github.dratestkit.features.target.NotApplicableException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Listens to a run and turns its events into results, one scenario at a time. */
final class RunRecorder implements ConcurrentEventListener {

  private static final Pattern NUMBERED = Pattern.compile("\\[(\\d+)] (.*)");

  private final Progress progress;
  private final Map<URI, String> featureTitles = new HashMap<>();
  private final List<ScenarioResult> scenarios = new ArrayList<>();
  private final List<StepResult> steps = new ArrayList<>();

  RunRecorder(Progress progress) {
    this.progress = progress;
  }

  /** Returns what was played so far. */
  synchronized List<ScenarioResult> scenarios() {
    return List.copyOf(scenarios);
  }

  @Override
  public void setEventPublisher(EventPublisher publisher) {
    publisher.registerHandlerFor(TestRunStarted.class, event -> progress.started());
    publisher.registerHandlerFor(TestSourceParsed.class, this::parsed);
    publisher.registerHandlerFor(TestStepFinished.class, this::stepFinished);
    publisher.registerHandlerFor(TestCaseFinished.class, this::caseFinished);
  }

  private synchronized void parsed(TestSourceParsed event) {
    event
        .getNodes()
        .forEach(
            node -> node.getName().ifPresent(title -> featureTitles.put(event.getUri(), title)));
  }

  private synchronized void stepFinished(TestStepFinished event) {
    if (event.getTestStep() instanceof PickleStepTestStep step) {
      steps.add(
          new StepResult(
              step.getStep().getKeyword(),
              step.getStep().getText(),
              table(step.getStep().getArgument()),
              document(step.getStep().getArgument()),
              status(event.getResult()),
              message(event.getResult())));
    } else if (!event.getResult().getStatus().isOk()) {
      steps.add(
          new StepResult(
              "",
              "(around the scenario)",
              List.of(),
              "",
              status(event.getResult()),
              message(event.getResult())));
    }
  }

  private synchronized void caseFinished(TestCaseFinished event) {
    TestCase scenario = event.getTestCase();
    String title = featureTitles.getOrDefault(scenario.getUri(), "");
    Matcher numbered = NUMBERED.matcher(scenario.getName());
    boolean matches = numbered.matches();
    String feature = title.replaceFirst(" - .*", "");
    Outcome outcome = outcome(event.getResult());
    ScenarioResult result =
        new ScenarioResult(
            matches ? feature + "[" + numbered.group(1) + "]" : feature,
            phase(scenario.getUri()),
            title,
            matches ? numbered.group(2) : scenario.getName(),
            scenario.getUri() + ":" + scenario.getLocation().getLine(),
            scenario.getTags(),
            outcome,
            outcome == Outcome.PASSED ? "" : message(event.getResult()),
            event.getResult().getDuration(),
            steps);
    steps.clear();
    scenarios.add(result);
    progress.finished(result);
  }

  private static Outcome outcome(Result result) {
    return switch (result.getStatus()) {
      case PASSED -> Outcome.PASSED;
      case SKIPPED ->
          result.getError() instanceof NotApplicableException
              ? Outcome.NOT_APPLICABLE
              : Outcome.SKIPPED;
      case PENDING, UNDEFINED, AMBIGUOUS, FAILED, UNUSED -> Outcome.FAILED;
    };
  }

  private static StepResult.Status status(Result result) {
    return switch (result.getStatus()) {
      case PASSED -> StepResult.Status.PASSED;
      case SKIPPED -> StepResult.Status.SKIPPED;
      case PENDING, UNDEFINED, AMBIGUOUS, FAILED, UNUSED -> StepResult.Status.FAILED;
    };
  }

  private static String message(Result result) {
    Throwable error = result.getError();
    if (error == null) {
      return switch (result.getStatus()) {
        case UNDEFINED -> "no step definition matches: this is a fault of the testkit";
        case PASSED, SKIPPED, PENDING, AMBIGUOUS, FAILED, UNUSED -> "";
      };
    }
    String message = error.getMessage();
    return message == null ? error.toString() : message.strip();
  }

  private static String phase(URI uri) {
    String[] parts = uri.toString().split("/");
    return parts.length < 2 ? "" : parts[parts.length - 2];
  }

  private static List<List<String>> table(StepArgument argument) {
    return argument instanceof DataTableArgument table ? table.cells() : List.of();
  }

  private static String document(StepArgument argument) {
    return argument instanceof DocStringArgument document ? document.getContent() : "";
  }
}
