package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.lint.Lint;
import io.github.dratestkit.apiserver.lint.LintFinding;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LintOfZooTest {

  /** The objects of each model, read once. */
  private static final Map<String, List<Manifest>> MANIFESTS =
      Hardware.list().stream()
          .collect(Collectors.toMap(UnaryOperator.identity(), LintOfZooTest::read));

  static List<String> models() {
    return Hardware.list();
  }

  @ParameterizedTest
  @MethodSource("models")
  void lint_has_nothing_to_say_about_a_model(String model) {
    assertThat(Lint.check(FeatureSet.of(KubernetesVersion.LATEST), MANIFESTS.get(model))).isEmpty();
  }

  @Test
  void lint_has_nothing_to_say_about_the_whole_zoo_together() {
    assertThat(Lint.check(FeatureSet.of(KubernetesVersion.LATEST), zoo())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(KubernetesVersion.class)
  void older_versions_drop_fields_and_may_refuse_the_rest_and_advise_nothing(
      KubernetesVersion version) {
    assertThat(Lint.check(FeatureSet.of(version), zoo()))
        .extracting(LintFinding::rule)
        .allMatch(Set.of("dropped-field", "refused")::contains);
  }

  private static List<Manifest> zoo() {
    return models().stream().flatMap(model -> MANIFESTS.get(model).stream()).toList();
  }

  @Test
  void the_zoo_is_not_empty() {
    assertThat(models()).hasSizeGreaterThan(20);
  }

  private static List<Manifest> read(String model) {
    Hardware hardware = Hardware.named(model);
    List<Object> objects = new ArrayList<>(hardware.slices("node-of-" + model));
    objects.addAll(hardware.deviceClasses());
    List<Manifest> manifests = new ArrayList<>();
    for (Object object : objects) {
      manifests.addAll(Manifests.parse(model + ".yaml", Serialization.asYaml(object)));
    }
    return manifests;
  }
}
