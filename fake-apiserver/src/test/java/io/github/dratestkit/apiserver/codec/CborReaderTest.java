package io.github.dratestkit.apiserver.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.apiserver.status.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies in CBOR; most examples are those of RFC 8949, appendix A. */
class CborReaderTest {

  private final CborReader reader = new CborReader();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "00; 0",
        "1818; 24",
        "1903e8; 1000",
        "1b000000e8d4a51000; 1000000000000",
        "3903e7; -1000",
        "f93c00; 1",
        "f93e00; 1.5",
        "fb3ff199999999999a; 1.1",
        "f5; true",
        "f6; null",
        "62c3bc; \"ü\"",
        "4449455446; \"IETF\"",
        "83010203; [1,2,3]",
        "a26161016162820203; {\"a\":1,\"b\":[2,3]}",
        "bf61610161629f0203ffff; {\"a\":1,\"b\":[2,3]}",
        "7f657374726561646d696e67ff; \"streaming\"",
        "d9d9f7a0; {}",
      })
  void values_become_json(String cbor, String json) {
    assertThat(read(cbor)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource({"a1", "62c3", "a2616101616102", "a10102", "f97e00", "c249010000000000000000", "0000"})
  void what_the_api_does_not_allow_is_refused(String cbor) {
    assertThatThrownBy(() -> read(cbor))
        .isInstanceOfSatisfying(
            StatusException.class, refused -> assertThat(refused.code()).isEqualTo(400));
  }

  @Test
  void json_is_no_cbor() {
    byte[] json = "{\"apiVersion\":\"v1\"}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> reader.toJson(json, "Pod")).hasMessageContaining("unexpected EOF");
  }

  private String read(String cbor) {
    return new String(reader.toJson(HexFormat.of().parseHex(cbor), "Pod"), StandardCharsets.UTF_8);
  }
}
