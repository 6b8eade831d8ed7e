package io.github.dratestkit.features.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a server says when it refuses. */
public final class RefusalSteps {

  private static final Pattern POSITION = Pattern.compile("<input>:(\\d+):(\\d+)");

  private final World world;
  private String said = "";

  /** Made by Cucumber. */
  public RefusalSteps(World world) {
    this.world = world;
  }

  /** The last action was refused with a code and a reason. */
  @Then("the request is refused with {int} {word}")
  public void refused(int code, String reason) {
    take(code, reason);
  }

  /** The same, with the causes in any order, each once; columns: cause, field. */
  @Then("the request is refused with {int} {word} because of")
  public void refusedBecause(int code, String reason, DataTable causes) {
    Status status = take(code, reason);
    List<List<String>> actual =
        Optional.ofNullable(status.getDetails())
            .map(details -> details.getCauses().stream().map(RefusalSteps::row).distinct().toList())
            .orElse(List.of());
    assertThat(actual)
        .as("causes of: %s", status.getMessage())
        .containsExactlyInAnyOrderElementsOf(causes.rows(1).cells());
  }

  /** The refusal that was just asserted points into a CEL expression. */
  @Then("it points at line {int}, column {int} of the expression")
  public void pointsAt(int line, int column) {
    assertThat(POSITION.matcher(said).results().map(place -> place.group(1) + ":" + place.group(2)))
        .as("positions in: %s", said)
        .containsExactly(line + ":" + column);
  }

  private Status take(int code, String reason) {
    KubernetesClientException refusal =
        world
            .takeRefusal()
            .orElseThrow(() -> new AssertionError("the server accepted what it should refuse"));
    Status status = refusal.getStatus();
    assertThat(refusal.getCode()).as("code of: %s", refusal.getMessage()).isEqualTo(code);
    assertThat(status).as("status of: %s", refusal.getMessage()).isNotNull();
    assertThat(status.getReason()).as("reason of: %s", status.getMessage()).isEqualTo(reason);
    said = String.valueOf(status.getMessage());
    return status;
  }

  private static List<String> row(StatusCause cause) {
    return List.of(
        Optional.ofNullable(cause.getReason()).orElse(""),
        Optional.ofNullable(cause.getField()).orElse(""));
  }
}
