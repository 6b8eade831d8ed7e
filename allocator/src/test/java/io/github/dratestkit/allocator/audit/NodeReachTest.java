package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From which nodes slices and devices can be reached. */
class NodeReachTest {

  private static final Node NODE =
      new NodeBuilder()
          .withNewMetadata()
          .withName("node-1")
          .addToLabels("zone", "a")
          .addToLabels("slots", "4")
          .endMetadata()
          .build();

  private static final NodeReach REACH = new NodeReach(NODE);

  private static NodeSelectorRequirement requirement(String key, String operator, String values) {
    return new NodeSelectorRequirementBuilder()
        .withKey(key)
        .withOperator(operator)
        .withValues(values == null ? List.of() : List.of(values.split(" ")))
        .build();
  }

  private static NodeSelectorTerm labels(NodeSelectorRequirement... all) {
    return new NodeSelectorTermBuilder().withMatchExpressions(all).build();
  }

  private static NodeSelector terms(NodeSelectorTerm... terms) {
    return new NodeSelectorBuilder().withNodeSelectorTerms(terms).build();
  }

  @ParameterizedTest
  @CsvSource({
    "zone, In, a b, true",
    "zone, In, b, false",
    "nothing, In, a, false",
    "zone, NotIn, a, false",
    "zone, NotIn, b, true",
    "nothing, NotIn, a, true",
    "zone, Exists, , true",
    "nothing, Exists, , false",
    "zone, DoesNotExist, , false",
    "nothing, DoesNotExist, , true",
    "slots, Gt, 3, true",
    "slots, Gt, 4, false",
    "nothing, Gt, 3, false",
    "zone, Gt, 3, false",
    "slots, Lt, 5, true",
    "slots, Lt, 4, false",
    "nothing, Lt, 5, false",
    "zone, Lt, 3, false",
    "zone, Near, a, false"
  })
  void a_requirement_looks_at_one_label(String key, String operator, String values, boolean met) {
    assertThat(REACH.matches(terms(labels(requirement(key, operator, values))))).isEqualTo(met);
  }

  @Test
  void one_term_suffices_and_all_its_requirements_must_be_met() {
    NodeSelectorRequirement met = requirement("zone", "In", "a");
    NodeSelectorRequirement unmet = requirement("zone", "In", "b");
    assertThat(REACH.matches(terms(labels(unmet), labels(met)))).isTrue();
    assertThat(REACH.matches(terms(labels(met, unmet)))).isFalse();
    assertThat(REACH.matches(terms(labels()))).as("a term without requirements").isFalse();
    assertThat(REACH.matches(terms())).as("no term").isFalse();
  }

  @Test
  void fields_look_at_the_name_beside_the_labels() {
    NodeSelectorRequirement here = requirement("metadata.name", "In", "node-1");
    NodeSelectorRequirement there = requirement("metadata.name", "In", "node-2");
    NodeSelectorRequirement zone = requirement("zone", "In", "a");
    assertThat(REACH.matches(terms(fields(here)))).isTrue();
    assertThat(REACH.matches(terms(fields(there)))).isFalse();
    assertThat(
            REACH.matches(
                terms(
                    new NodeSelectorTermBuilder(fields(there)).withMatchExpressions(zone).build())))
        .isFalse();
  }

  private static NodeSelectorTerm fields(NodeSelectorRequirement... all) {
    return new NodeSelectorTermBuilder().withMatchFields(all).build();
  }

  private static ResourceSlice slice(ResourceSliceSpec spec) {
    return new ResourceSliceBuilder().withNewMetadata().endMetadata().withSpec(spec).build();
  }

  @Test
  void a_slice_is_reached_by_name_then_from_everywhere_then_by_selector() {
    ResourceSliceSpec spec = new ResourceSliceSpec();
    assertThat(REACH.reaches(slice(spec))).as("no field").isFalse();
    spec.setNodeSelector(terms(labels(requirement("zone", "In", "b"))));
    assertThat(REACH.reaches(slice(spec))).isFalse();
    spec.setNodeSelector(terms(labels(requirement("zone", "In", "a"))));
    assertThat(REACH.reaches(slice(spec))).isTrue();
    spec.setNodeName("node-2");
    spec.setAllNodes(true);
    assertThat(REACH.reaches(slice(spec))).as("the name counts first").isFalse();
    spec.setNodeName("");
    assertThat(REACH.reaches(slice(spec))).isTrue();
  }

  @Test
  void a_slice_that_leaves_it_to_its_devices_is_reached_with_one_of_them() {
    ResourceSliceSpec spec = new ResourceSliceSpec();
    spec.setDevices(
        List.of(
            new DeviceBuilder().withName("here").withNodeName("node-1").build(),
            new DeviceBuilder().withName("there").withNodeName("node-2").build(),
            new DeviceBuilder().withName("nowhere").build()));
    assertThat(REACH.reaches(slice(spec))).isFalse();
    spec.setPerDeviceNodeSelection(true);
    ResourceSlice slice = slice(spec);
    assertThat(REACH.reaches(slice)).isTrue();
    spec.setDevices(spec.getDevices().subList(1, 3));
    assertThat(REACH.reaches(slice(spec))).isFalse();
  }
}
