package io.github.dratestkit.allocator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a share takes under each form of policy. */
class AmountTest {

  private static DeviceCapacity ten(@Nullable CapacityRequestPolicy policy) {
    return new DeviceCapacityBuilder()
        .withValue(new Quantity("10"))
        .withRequestPolicy(policy)
        .build();
  }

  private static DeviceCapacity range(String min, @Nullable String max, @Nullable String step) {
    return ten(
        new CapacityRequestPolicyBuilder()
            .withDefault(new Quantity("7"))
            .withNewValidRange()
            .withMin(new Quantity(min))
            .withMax(max == null ? null : new Quantity(max))
            .withStep(step == null ? null : new Quantity(step))
            .endValidRange()
            .build());
  }

  private static @Nullable String taken(
      @Nullable String requested, DeviceCapacity capacity, boolean fractional) {
    BigDecimal amount =
        Amount.taken(requested == null ? null : Quantity.parse(requested), capacity, fractional);
    return amount == null ? null : amount.stripTrailingZeros().toPlainString();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "500m, 0.5",
    "1500u, 0.0015",
    "2n, 0.000000002",
    "1k, 1000",
    "3M, 3000000",
    "2G, 2000000000",
    "1Ki, 1024",
    "2Mi, 2097152",
    "1Gi, 1073741824",
    "1Ti, 1099511627776",
    "7Ei, 8070450532247928832",
    "8Ei, 9223372036854775807",
    "9000000Ti, 9223372036854775807",
    "-9Ei, -9223372036854775807",
    "9E, 9000000000000000000",
    "10E, 10000000000000000000",
    "12e2, 1200",
    "1E3, 1000",
    "1e-10, 0.000000001"
  })
  void a_quantity_is_its_number_times_its_suffix(String quantity, BigDecimal number) {
    assertThat(Amount.of(Quantity.parse(quantity))).isEqualByComparingTo(number);
  }

  @Test
  void without_a_policy_a_share_takes_what_is_asked_or_all() {
    assertThat(taken("3", ten(null), false)).isEqualTo("3");
    assertThat(taken(null, ten(null), false)).isEqualTo("10");
    assertThat(Amount.of(null)).isZero();
  }

  @Test
  void the_default_is_taken_where_nothing_is_asked() {
    DeviceCapacity usual =
        ten(new CapacityRequestPolicyBuilder().withDefault(new Quantity("2")).build());
    assertThat(taken(null, usual, false)).isEqualTo("2");
    assertThat(taken("3", usual, false)).isEqualTo("3");
    assertThat(taken(null, range("1", "4", "2"), false)).as("outside the range").isEqualTo("7");
  }

  @Test
  void valid_values_are_rounded_up_to_and_nothing_else_is_allowed() {
    DeviceCapacity values =
        ten(
            new CapacityRequestPolicyBuilder()
                .withDefault(new Quantity("1"))
                .withValidValues(new Quantity("1"), new Quantity("2"), new Quantity("4"))
                .build());
    assertThat(taken("2", values, false)).isEqualTo("2");
    assertThat(taken("3", values, false)).isEqualTo("4");
    assertThat(taken("5", values, false)).isNull();
  }

  @Test
  void a_range_has_a_least_and_a_greatest_amount() {
    DeviceCapacity range = range("2", "4", null);
    assertThat(taken("1", range, false)).isEqualTo("2");
    assertThat(taken("2", range, false)).isEqualTo("2");
    assertThat(taken("2500m", range, false)).isEqualTo("2.5");
    assertThat(taken("4", range, false)).isEqualTo("4");
    assertThat(taken("5", range, false)).isNull();
    assertThat(taken("9", range("2", null, null), false)).isEqualTo("9");
  }

  @Test
  void steps_are_counted_from_the_least_amount() {
    DeviceCapacity steps = range("1", "6", "2");
    assertThat(taken("3", steps, false)).isEqualTo("3");
    assertThat(taken("4", steps, false)).isEqualTo("5");
    assertThat(taken("6", steps, false))
        .as("rounded beyond the greatest, to the default")
        .isEqualTo("7");
    assertThat(taken("6", range("1", "6", "3"), false)).isEqualTo("7");
    assertThat(taken("9", range("1", "8", "5"), false)).isNull();
  }

  @Test
  void fractions_count_in_thousandths_or_round_up_to_whole_numbers() {
    DeviceCapacity fractions = range("500m", "5", "250m");
    assertThat(taken("600m", fractions, true)).isEqualTo("0.75");
    assertThat(taken("600m", fractions, false)).isEqualTo("1");
    assertThat(taken("1100m", range("500u", "5", "1"), true)).as("too fine a least").isEqualTo("2");
    assertThat(taken("1100m", range("1m", "5", "1m"), true)).isEqualTo("1.1");
    assertThat(taken("1100m", range("1", "5", "1u"), true)).as("too fine a step").isEqualTo("2");
    assertThat(taken("1100m", range("1", "5000500u", "1"), true)).isEqualTo("2");
  }
}
