package io.github.dratestkit.drivers.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.drivers.fault.Fault;
import io.github.dratestkit.drivers.fault.FaultyDriver;
import io.github.dratestkit.drivers.testing.Laboratory;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriverCheckTest {

  @Test
  void a_good_driver_holds_in_both_versions() {
    try (Laboratory laboratory = new Laboratory("t4", 1)) {
      List<Finding> findings = new DriverCheck("gpu.nvidia.com", laboratory.directory()).run();
      assertThat(findings).hasSize(14);
      assertThat(findings)
          .allSatisfy(
              finding ->
                  assertThat(finding.verdict())
                      .as(finding.toString())
                      .isEqualTo(Finding.Verdict.HOLDS));
    }
  }

  @Test
  void a_driver_that_cannot_unprepare_what_it_never_saw_fails() {
    try (Laboratory laboratory = new Laboratory("t4", 1)) {
      laboratory.stopDriver();
      FaultyDriver faulty = new FaultyDriver(laboratory.simulatedDriver());
      faulty.onUnprepare(new Fault.Answers("unknown claim"));
      laboratory.startDriver(faulty);
      assertThat(new DriverCheck("gpu.nvidia.com", laboratory.directory()).run())
          .filteredOn(finding -> finding.verdict() == Finding.Verdict.FAILS)
          .extracting(Finding::toString)
          .contains(
              "FAILS   v1: unprepare of a claim it never saw succeeds: unknown claim",
              "FAILS   v1beta1: unprepare of a claim it never saw, again succeeds: unknown claim");
    }
  }

  @Test
  void a_driver_that_is_not_there_is_missed() {
    try (Laboratory laboratory = new Laboratory("t4", 1)) {
      assertThat(new DriverCheck("gpu.gone.com", laboratory.directory()).run())
          .extracting(Finding::verdict)
          .containsExactly(Finding.Verdict.FAILS, Finding.Verdict.UNKNOWN);
    }
  }
}
