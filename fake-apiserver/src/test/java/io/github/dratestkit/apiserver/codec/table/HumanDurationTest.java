package io.github.dratestkit.apiserver.codec.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps of apimachinery/pkg/util/duration, 1.37. */
class HumanDurationTest {

  @ParameterizedTest
  @CsvSource({
    "PT-5S, <invalid>",
    "PT-1S, 0s",
    "PT119S, 119s",
    "PT2M, 2m",
    "PT9M59S, 9m59s",
    "PT10M30S, 10m",
    "PT179M, 179m",
    "PT3H, 3h",
    "PT7H30M, 7h30m",
    "PT47H, 47h",
    "PT49H, 2d1h",
    "PT192H, 8d",
    "P400D, 400d",
    "P731D, 2y1d",
    "P3000D, 8y"
  })
  void a_duration_is_shown_the_coarser_the_longer_it_is(Duration duration, String shown) {
    assertThat(HumanDuration.of(duration)).isEqualTo(shown);
  }
}
