package io.github.dratestkit.drivers.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.allocator.version.KubernetesVersion;
import io.github.dratestkit.apiserver.lint.Lint;
import io.github.dratestkit.apiserver.manifest.Manifest;
import io.github.dratestkit.apiserver.manifest.Manifests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LintOfZooTest {

  static List<String> models() {
    return Hardware.list();
  }

  @ParameterizedTest
  @MethodSource("models")
  void lint_has_nothing_to_say_about_the_zoo(String model) {
    Hardware hardware = Hardware.named(model);
    List<Object> objects = new ArrayList<>(hardware.slices("n1"));
    objects.addAll(hardware.deviceClasses());
    List<Manifest> manifests = new ArrayList<>();
    for (Object object : objects) {
      manifests.addAll(Manifests.parse(model + ".yaml", Serialization.asYaml(object)));
    }

    assertThat(Lint.check(FeatureSet.of(KubernetesVersion.LATEST), manifests)).isEmpty();
  }
}
