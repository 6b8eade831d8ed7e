package io.github.dratestkit.controlplane.taints;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRuleBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTolerationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvictionTimesTest {

  private static final Instant ADDED = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void without_a_toleration_it_is_when_the_taint_was_added() {
    assertThat(evictionOf()).contains(new Eviction(ADDED, Set.of("rule-uid")));
  }

  @Test
  void a_toleration_without_effect_does_not_protect() {
    assertThat(evictionOf(new DeviceTolerationBuilder().withOperator("Exists").build()))
        .contains(new Eviction(ADDED, Set.of("rule-uid")));
  }

  @Test
  void a_toleration_without_limit_protects_for_ever() {
    assertThat(evictionOf(tolerating(null))).isEmpty();
  }

  @Test
  void the_shortest_of_several_tolerations_counts() {
    assertThat(evictionOf(tolerating(60L), tolerating(30L)))
        .contains(new Eviction(ADDED.plusSeconds(30), Set.of("rule-uid")));
  }

  @Test
  void a_negative_toleration_is_none() {
    assertThat(evictionOf(tolerating(-5L))).contains(new Eviction(ADDED, Set.of("rule-uid")));
  }

  @Test
  void a_rule_without_selector_selects_nothing() {
    DeviceTaintRule rule =
        new DeviceTaintRuleBuilder(rule()).editSpec().withDeviceSelector(null).endSpec().build();

    assertThat(EvictionTimes.of(claim(), Map.of(), List.of(rule))).isEmpty();
  }

  private static Optional<Eviction> evictionOf(DeviceToleration... tolerations) {
    return EvictionTimes.of(claim(tolerations), Map.of(), List.of(rule()));
  }

  private static DeviceToleration tolerating(Long seconds) {
    return new DeviceTolerationBuilder()
        .withKey("broken")
        .withOperator("Exists")
        .withEffect("NoExecute")
        .withTolerationSeconds(seconds)
        .build();
  }

  private static DeviceTaintRule rule() {
    return new DeviceTaintRuleBuilder()
        .withNewMetadata()
        .withName("rule")
        .withUid("rule-uid")
        .endMetadata()
        .withNewSpec()
        .withNewDeviceSelector()
        .withDriver("gpu.example.com")
        .endDeviceSelector()
        .withNewTaint()
        .withKey("broken")
        .withEffect("NoExecute")
        .withTimeAdded(ADDED.toString())
        .endTaint()
        .endSpec()
        .build();
  }

  private static ResourceClaim claim(DeviceToleration... tolerations) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("claim")
        .withNamespace("default")
        .endMetadata()
        .withNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult()
        .withRequest("r")
        .withDriver("gpu.example.com")
        .withPool("node-1")
        .withDevice("gpu-0")
        .withTolerations(tolerations)
        .endResult()
        .endDevices()
        .endAllocation()
        .endStatus()
        .build();
  }
}
