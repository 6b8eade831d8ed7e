package io.github.dratestkit.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.1/24",
        "0.0.0.0/0",
        "255.255.255.255/32",
        "2001:db8::1/64",
        "::/0",
        "::1/128",
        "fe80::/10",
        "1:0:0:2::3/64",
        "1:2:3:4:5:6:7:8/128",
        "1::4:5:6:7:8/64",
        "1:2:0:4:5:6:7:8/1"
      })
  void canonical_form_is_accepted(String text) {
    assertThat(InterfaceAddress.isCanonical(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "192.0.2.1",
        "192.0.2.1/33",
        "192.0.2.1/024",
        "192.0.02.1/24",
        "192.0.2.256/24",
        "2001:DB8::1/64",
        "2001:db8:0:0:0:0:0:1/64",
        "2001:0db8::1/64",
        "::ffff:192.0.2.1/120",
        "1:2::4:5:6:7:8:9/64",
        "2001:db8::1/129",
        "1::2::3/64",
        "/24"
      })
  void every_other_form_is_refused(String text) {
    assertThat(InterfaceAddress.isCanonical(text)).isFalse();
  }
}
