package io.github.dratestkit.controlplane.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.controlplane.scheduler.Verdict.Rejected;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

  @Test
  void reasons_are_counted_over_nodes_and_sorted_as_text() {
    Diagnosis diagnosis = Diagnosis.ofNodes(3);
    diagnosis.add("a", rejected("node(s) were unschedulable"));
    diagnosis.add("b", rejected("cannot allocate all claims"));
    diagnosis.add("c", rejected("cannot allocate all claims"));

    assertThat(diagnosis.message(""))
        .isEqualTo(
            "0/3 nodes are available: 1 node(s) were unschedulable, 2 cannot allocate all claims.");
  }

  @Test
  void one_node_may_have_several_reasons() {
    Diagnosis diagnosis = Diagnosis.ofNodes(1);
    diagnosis.add(
        "a",
        new Rejected("fit", Remedy.PREEMPTION, List.of("Insufficient cpu", "Insufficient memory")));

    assertThat(diagnosis.message("preemption: nothing"))
        .isEqualTo(
            "0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. preemption: nothing");
  }

  @Test
  void a_reason_before_any_node_is_not_counted() {
    Diagnosis diagnosis =
        Diagnosis.everywhere(2, rejected("request r: device class c does not exist"));

    assertThat(diagnosis.message(""))
        .isEqualTo("0/2 nodes are available: request r: device class c does not exist.");
  }

  @Test
  void nodes_that_were_not_looked_at_have_a_reason_of_their_own() {
    Diagnosis diagnosis = Diagnosis.ofNodes(3);
    diagnosis.add("a", rejected("x"));
    diagnosis.setElsewhere(rejected("y"));

    assertThat(diagnosis.message("")).isEqualTo("0/3 nodes are available: 1 x, 2 y.");
  }

  private static Rejected rejected(String reason) {
    return new Rejected("plugin", Remedy.NONE, List.of(reason));
  }
}
