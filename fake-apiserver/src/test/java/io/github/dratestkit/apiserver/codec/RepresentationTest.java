package io.github.dratestkit.apiserver.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dratestkit.apiserver.codec.Representation.View;
import org.junit.jupiter.api.Test;

/** Accept headers as kubectl and client-go send them. */
class RepresentationTest {

  @Test
  void no_header_means_json() {
    assertThat(Representation.of("")).contains(Representation.JSON);
  }

  @Test
  void the_first_form_that_there_is_is_taken() {
    assertThat(
            Representation.of(
                "application/json;as=Table;v=v7;g=meta.k8s.io,"
                    + "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"))
        .contains(new Representation(MediaType.JSON, View.TABLE, "v1beta1"));
  }

  @Test
  void quality_decides_before_order() {
    assertThat(Representation.of("application/yaml;q=0.5,application/vnd.kubernetes.protobuf"))
        .contains(new Representation(MediaType.PROTOBUF, View.OBJECT, "v1"));
  }

  @Test
  void there_are_no_tables_in_protobuf() {
    assertThat(Representation.of("application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1"))
        .isEmpty();
  }

  @Test
  void nothing_is_found_for_an_unknown_media_type() {
    assertThat(Representation.of("image/png")).isEmpty();
    assertThat(Representation.namesMediaType("image/png, text/html")).isFalse();
  }
}
