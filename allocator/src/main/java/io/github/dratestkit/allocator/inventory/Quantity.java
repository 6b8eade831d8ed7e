package io.github.dratestkit.allocator.inventory;

import java.math.BigDecimal;

/** An exact quantity, until the values of Kubernetes are here. */
public final class Quantity implements Comparable<Quantity> {
  public enum Format {
    DECIMAL_SI,
    BINARY_SI,
    DECIMAL_EXPONENT
  }

  private final BigDecimal value;
  private final Format format;

  private Quantity(BigDecimal v, Format f) {
    value = v;
    format = f;
  }

  public static Quantity of(BigDecimal v, Format f) {
    return new Quantity(v, f);
  }

  public static Quantity parse(String s) {
    String[] bin = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    for (int i = 0; i < bin.length; i++) {
      if (s.endsWith(bin[i])) {
        return new Quantity(
            new BigDecimal(s.substring(0, s.length() - 2))
                .multiply(BigDecimal.valueOf(1024).pow(i + 1)),
            Format.BINARY_SI);
      }
    }
    String[] dec = {"n", "u", "m", "k", "M", "G", "T", "P", "E"};
    int[] e = {-9, -6, -3, 3, 6, 9, 12, 15, 18};
    for (int i = 0; i < dec.length; i++) {
      if (s.endsWith(dec[i]))
        return new Quantity(
            new BigDecimal(s.substring(0, s.length() - 1)).scaleByPowerOfTen(e[i]),
            Format.DECIMAL_SI);
    }
    return new Quantity(new BigDecimal(s), Format.DECIMAL_SI);
  }

  public BigDecimal value() {
    return value;
  }

  public Format format() {
    return format;
  }

  public Quantity add(Quantity o) {
    return new Quantity(value.add(o.value), format);
  }

  @Override
  public int compareTo(Quantity o) {
    return value.compareTo(o.value);
  }

  @Override
  public String toString() {
    return value.stripTrailingZeros().toPlainString();
  }
}
