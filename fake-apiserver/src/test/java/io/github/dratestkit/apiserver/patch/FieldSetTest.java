package io.github.dratestkit.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FieldSetTest {

  private static final String PORTS =
      "{\"f:spec\":{\"f:ports\":{\".\":{},\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":"
          + "{\".\":{},\"f:port\":{}}}},\"f:metadata\":{\"f:finalizers\":{\"v:\\\"a\\\"\":{}}}}";

  @Test
  void what_was_read_is_written_again() {
    assertThat(set(PORTS).toFieldsV1()).isEqualTo(JsonMapper.shared().readTree(PORTS));
  }

  @Test
  void members_are_shown_before_their_parts() {
    List<String> shown = new ArrayList<>();
    set(PORTS).forEach(shown::add);

    assertThat(shown)
        .containsExactly(
            ".metadata.finalizers[=\"a\"]",
            ".spec.ports",
            ".spec.ports[port=80,protocol=\"TCP\"]",
            ".spec.ports[port=80,protocol=\"TCP\"].port");
  }

  @Test
  void a_difference_keeps_the_parts_of_what_is_taken_away() {
    FieldSet parent = set("{\"f:spec\":{\".\":{},\"f:replicas\":{}}}");

    assertThat(parent.difference(set("{\"f:spec\":{}}")))
        .isEqualTo(set("{\"f:spec\":{\"f:replicas\":{}}}"));
    assertThat(parent.recursiveDifference(set("{\"f:spec\":{}}")).isEmpty()).isTrue();
  }

  @Test
  void union_and_intersection_are_by_member() {
    FieldSet one = set("{\"f:data\":{\"f:a\":{},\"f:b\":{}}}");
    FieldSet other = set("{\"f:data\":{\"f:b\":{},\"f:c\":{}}}");

    assertThat(one.intersection(other)).isEqualTo(set("{\"f:data\":{\"f:b\":{}}}"));
    assertThat(one.union(other)).isEqualTo(set("{\"f:data\":{\"f:a\":{},\"f:b\":{},\"f:c\":{}}}"));
  }

  private static FieldSet set(String fields) {
    return FieldSet.ofFieldsV1(JsonMapper.shared().readTree(fields));
  }
}
