package io.github.dratestkit.controlplane.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.github.dratestkit.controlplane.common.Change;
import org.junit.jupiter.api.Test;

/** The class of an extended resource is the one that upstream's cache would give. */
class ClassResolverTest {

  private static final String GPU = "example.com/gpu";
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  private final ClassResolver resolver = new ClassResolver();

  @Test
  void the_younger_of_two_classes_counts_whichever_comes_first() {
    resolver.apply(new Change.Added<>(named("young", "2026-01-02T00:00:00Z", GPU)));
    resolver.apply(new Change.Added<>(named("old", "2026-01-01T00:00:00Z", GPU)));

    assertThat(resolver.classFor(GPU)).contains("young");
  }

  @Test
  void of_classes_of_one_second_the_first_by_name_counts() {
    resolver.apply(new Change.Added<>(named("b", "2026-01-01T00:00:00Z", GPU)));
    resolver.apply(new Change.Added<>(named("a", "2026-01-01T00:00:00Z", GPU)));

    assertThat(resolver.classFor(GPU)).contains("a");
  }

  @Test
  void a_class_that_loses_is_not_known_by_its_own_name_either() {
    resolver.apply(new Change.Added<>(named("a", "2026-01-01T00:00:00Z", GPU)));
    resolver.apply(new Change.Added<>(named("b", "2026-01-01T00:00:00Z", GPU)));

    assertThat(resolver.classFor(IMPLICIT + "a")).contains("a");
    assertThat(resolver.classFor(IMPLICIT + "b")).isEmpty();
  }

  @Test
  void when_the_loser_goes_the_winner_loses_the_resource_but_not_its_name() {
    DeviceClass old = named("old", "2026-01-01T00:00:00Z", GPU);
    resolver.apply(new Change.Added<>(old));
    resolver.apply(new Change.Added<>(named("young", "2026-01-02T00:00:00Z", GPU)));
    resolver.apply(new Change.Deleted<>(old));

    assertThat(resolver.classFor(GPU)).isEmpty();
    assertThat(resolver.classFor(IMPLICIT + "young")).contains("young");
  }

  @Test
  void a_class_that_names_another_resource_gives_up_the_first() {
    DeviceClass before = named("gpu", "2026-01-01T00:00:00Z", GPU);
    resolver.apply(new Change.Added<>(before));
    resolver.apply(
        new Change.Modified<>(before, named("gpu", "2026-01-01T00:00:00Z", "example.com/nic")));

    assertThat(resolver.classFor(GPU)).isEmpty();
    assertThat(resolver.classFor("example.com/nic")).contains("gpu");
  }

  private static DeviceClass named(String name, String created, String resource) {
    return new DeviceClassBuilder()
        .withNewMetadata()
        .withName(name)
        .withCreationTimestamp(created)
        .endMetadata()
        .withNewSpec()
        .withExtendedResourceName(resource)
        .endSpec()
        .build();
  }
}
