package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  private static final int NUMBERS = 4096;

  @Test
  void the_order_of_numbers_and_words_matters() {
    assertThat(Fingerprint.START.then(1).then(2)).isNotEqualTo(Fingerprint.START.then(2).then(1));
    assertThat(Fingerprint.START.then("ab").then("c"))
        .isNotEqualTo(Fingerprint.START.then("a").then("bc"))
        .isEqualTo(Fingerprint.START.then("ab").then("c"));
    assertThat(Fingerprint.START.then("ab")).isNotEqualTo(Fingerprint.START.then("ba"));
    Fingerprint one = Fingerprint.START.then(1);
    assertThat(Fingerprint.START.then(one)).isNotEqualTo(Fingerprint.START.then(one.then(1)));
  }

  @Test
  void the_parts_of_a_sum_can_be_taken_away_in_any_order() {
    Fingerprint one = Fingerprint.START.then(1);
    Fingerprint two = Fingerprint.START.then(2);
    Fingerprint sum = one.plus(two);
    assertThat(two.plus(one)).isEqualTo(sum);
    assertThat(sum.minus(one)).isEqualTo(two);
    assertThat(sum.minus(two)).isEqualTo(one);
    assertThat(one.plus(one)).isNotEqualTo(two.plus(two));
  }

  @Test
  void amounts_are_alike_if_they_are_equal() {
    assertThat(of("1.50")).isEqualTo(of("1.5")).isNotEqualTo(of("15")).isNotEqualTo(of("0.15"));
    assertThat(of("1e30")).isEqualTo(of("1000000000000000000000000000000"));
    assertThat(of("123456789012345678901234567890"))
        .isNotEqualTo(of("123456789012345678901234567891"))
        .isNotEqualTo(of("323456789012345678901234567890"));
    assertThat(of("9223372036854775807")).isNotEqualTo(of("9223372036854775808"));
    assertThat(of("18446744073709551617")).isNotEqualTo(of("1"));
  }

  private static Fingerprint of(String amount) {
    return Fingerprint.START.then(new BigDecimal(amount));
  }

  @Test
  void either_half_spreads_numbers_over_all_its_bits() {
    for (ToLongFunction<Fingerprint> half :
        Set.<ToLongFunction<Fingerprint>>of(Fingerprint::high, Fingerprint::low)) {
      Set<Long> all = new HashSet<>();
      Set<Long> first = new HashSet<>();
      Set<Long> last = new HashSet<>();
      for (int number = 0; number < NUMBERS; number++) {
        long value = half.applyAsLong(Fingerprint.START.then((long) number << 20));
        all.add(value);
        first.add(value >>> 56);
        last.add(value & 0xFF);
      }
      assertThat(all).hasSize(NUMBERS);
      assertThat(first).hasSize(256);
      assertThat(last).hasSize(256);
    }
  }
}
