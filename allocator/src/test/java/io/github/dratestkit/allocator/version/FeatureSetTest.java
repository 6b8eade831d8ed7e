package io.github.dratestkit.allocator.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FeatureSetTest {

  @ParameterizedTest
  @CsvSource({
    "1.34, DRAConsumableCapacity, false",
    "1.36, DRAConsumableCapacity, true",
    "1.36, DRADeviceTaintRules, false",
    "1.37, DRADeviceTaintRules, true",
    "1.37, DRAFractionalCapacityRange, false",
    "1.37, DRADerivedAttributes, false",
    "1.34, NoSuchGate, false"
  })
  void defaults_are_those_of_the_version(String version, String gate, boolean enabled) {
    FeatureSet features = FeatureSet.of(KubernetesVersion.parse(version));

    assertThat(features.enabled(gate)).isEqualTo(enabled);
  }

  @ParameterizedTest
  @EnumSource(KubernetesVersion.class)
  void default_gates_of_every_version_fit_together(KubernetesVersion version) {
    assertThat(FeatureSet.of(version).enabled("DynamicResourceAllocation")).isTrue();
  }

  @Test
  void all_alpha_yields_to_a_gate_named_itself() {
    FeatureSet features =
        FeatureSet.of(
            KubernetesVersion.V1_37,
            Map.of("AllAlpha", true, "AllBeta", true, "DRADerivedAttributes", false));

    assertThat(features.allocatorFeatures())
        .contains(AllocatorFeature.ListTypeAttributes, AllocatorFeature.FractionalCapacityRange)
        .doesNotContain(AllocatorFeature.DerivedAttributes);
  }

  @Test
  void unknown_gate_is_refused_by_name() {
    assertThatThrownBy(() -> FeatureSet.of(KubernetesVersion.V1_34, Map.of("DRANonsense", true)))
        .isInstanceOf(FeatureGateException.class)
        .hasMessageContaining("DRANonsense");
  }

  @Test
  void locked_gate_cannot_be_switched() {
    assertThatThrownBy(
            () -> FeatureSet.of(KubernetesVersion.V1_37, Map.of("DRAAdminAccess", false)))
        .isInstanceOf(FeatureGateException.class)
        .hasMessageContaining("locked to true");
  }

  @Test
  void gate_without_the_one_it_needs_is_refused() {
    assertThatThrownBy(
            () -> FeatureSet.of(KubernetesVersion.V1_37, Map.of("DRADeviceTaints", false)))
        .isInstanceOf(FeatureGateException.class)
        .hasMessageContaining("DRADeviceTaintRules needs DRADeviceTaints");
  }
}
