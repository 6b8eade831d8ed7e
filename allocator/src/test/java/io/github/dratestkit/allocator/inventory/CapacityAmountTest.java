package io.github.dratestkit.allocator.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dratestkit.allocator.inventory.CapacityModel.Policy;
import io.github.dratestkit.allocator.inventory.CapacityModel.Range;
import io.github.dratestkit.allocator.value.Quantity;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The arithmetic of request policies, at its edges. */
class CapacityAmountTest {

  private static final CapacityAmount WHOLE = new CapacityAmount(false);
  private static final CapacityAmount FRACTIONAL = new CapacityAmount(true);

  private static @Nullable Quantity quantity(@Nullable String text) {
    return text == null ? null : Quantity.parse(text);
  }

  private static Policy range(@Nullable String min, @Nullable String max, @Nullable String step) {
    return new Policy(
        Quantity.parse("77"), new Range(quantity(min), quantity(max), quantity(step)), List.of());
  }

  private static Policy values(String... values) {
    return new Policy(null, null, Arrays.stream(values).map(Quantity::parse).toList());
  }

  private static String taken(
      CapacityAmount arithmetic, @Nullable String requested, @Nullable Policy policy) {
    CapacityModel capacity = new CapacityModel(Quantity.parse("100"), policy);
    return arithmetic.amountFor(quantity(requested), capacity).toString();
  }

  private static boolean violates(CapacityAmount arithmetic, String amount, Policy policy) {
    return arithmetic.violates(Quantity.parse(amount), policy);
  }

  @Test
  void what_is_not_asked_for_is_the_default_or_everything() {
    assertThat(taken(WHOLE, null, null)).isEqualTo("100");
    assertThat(taken(WHOLE, null, range("1", null, null))).isEqualTo("77");
    assertThat(taken(WHOLE, null, values("1"))).isEqualTo("100");
    assertThat(taken(WHOLE, "0", null)).isEqualTo("0");
    assertThatThrownBy(() -> taken(WHOLE, "-1", null)).hasMessageContaining("negative");
  }

  @Test
  void a_value_is_rounded_up_to_the_next_in_the_list() {
    Policy policy = values("1", "2", "4");
    assertThat(taken(WHOLE, "2", policy)).isEqualTo("2");
    assertThat(taken(WHOLE, "3", policy)).isEqualTo("4");
    assertThat(taken(WHOLE, "5", policy)).isEqualTo("5");
    assertThat(violates(WHOLE, "5", policy)).isTrue();
    assertThat(violates(WHOLE, "4", policy)).isFalse();
    assertThat(violates(WHOLE, "5", values())).isFalse();
  }

  @Test
  void a_range_starts_at_its_least_and_goes_on_in_steps() {
    Policy policy = range("2", "10", "3");
    assertThat(taken(WHOLE, "1", policy)).isEqualTo("2");
    assertThat(taken(WHOLE, "2", policy)).isEqualTo("2");
    assertThat(taken(WHOLE, "3", policy)).isEqualTo("5");
    assertThat(taken(WHOLE, "5", policy)).isEqualTo("5");
    assertThat(violates(WHOLE, "8", policy)).isFalse();
    assertThat(violates(WHOLE, "9", policy)).isTrue();
    assertThat(violates(WHOLE, "10", range("2", "10", null))).isFalse();
    assertThat(violates(WHOLE, "11", range("2", "10", null))).isTrue();
    assertThat(violates(WHOLE, "77", policy)).as("the default is always allowed").isFalse();
    assertThat(violates(WHOLE, "9", range(null, null, "3"))).as("from zero").isFalse();
    assertThat(violates(WHOLE, "8", range(null, null, "3"))).isTrue();
  }

  @Test
  void thousandths_are_counted_only_if_everything_can_be_told_in_them() {
    assertThat(taken(FRACTIONAL, "600m", range("500m", "4", "250m"))).isEqualTo("750m");
    assertThat(taken(WHOLE, "600m", range("500m", "4", "250m"))).isEqualTo("1");
    assertThat(violates(FRACTIONAL, "750m", range("500m", "4", "250m"))).isFalse();
    assertThat(violates(FRACTIONAL, "800m", range("500m", "4", "250m"))).isTrue();
    assertThat(violates(FRACTIONAL, "500500u", range("500m", "4", "250m"))).isTrue();
    assertThat(violates(WHOLE, "800m", range("500m", "4", "250m"))).isFalse();
    assertThat(taken(FRACTIONAL, "600m", range("500u", "4", "1"))).isEqualTo("1");
    assertThat(taken(FRACTIONAL, "1600m", range("1", "4000001u", "1"))).isEqualTo("2");
    assertThat(taken(FRACTIONAL, "1600m", range("1", null, "500u"))).isEqualTo("2");
    assertThatThrownBy(() -> taken(FRACTIONAL, "600500u", range("500m", "4", "250m")))
        .hasMessageContaining("thousandths");
  }

  @Test
  void what_cannot_be_counted_ends_the_attempt() {
    String most = "9223372036854775807";
    assertThat(taken(WHOLE, most, range("1", null, "1"))).isEqualTo(most);
    assertThatThrownBy(() -> taken(WHOLE, "9223372036854775808", range("1", null, "1")))
        .hasMessageContaining("too large to be rounded");
    assertThatThrownBy(() -> taken(WHOLE, most, range("1", null, "4")))
        .hasMessageContaining("next step is too large");
    assertThatThrownBy(() -> taken(WHOLE, "2", range("1", null, "0")))
        .hasMessageContaining("is zero");
    assertThat(violates(WHOLE, "2", range("1", null, "0"))).isTrue();
    assertThatThrownBy(() -> taken(WHOLE, "1", range("1", null, "-1")))
        .hasMessageContaining("is negative");
    assertThat(taken(WHOLE, "500m", range("1", null, "-1"))).as("below the least").isEqualTo("1");
    assertThat(taken(FRACTIONAL, "9223372036854775", range("0", null, "1")))
        .isEqualTo("9223372036854775");
    assertThatThrownBy(() -> taken(FRACTIONAL, "9223372036854776", range("0", null, "1")))
        .hasMessageContaining("thousandths");
  }
}
