package io.github.dratestkit.allocator.inventory;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A fingerprint of 128 bits, so long that two different states never have the same one in practice.
 *
 * @param high one half
 * @param low the other half, mixed differently
 */
public record Fingerprint(long high, long low) {

  public static final Fingerprint START = new Fingerprint(0x243F6A8885A308D3L, 0x13198A2E03707344L);

  /** Returns the fingerprint of this followed by a number. */
  public Fingerprint then(long value) {
    return new Fingerprint(
        mix(high + value * 0x9E3779B97F4A7C15L), mix(low ^ (value + 0xD1B54A32D192ED03L)) + low);
  }

  public Fingerprint then(Fingerprint other) {
    return then(other.high).then(other.low);
  }

  public Fingerprint then(BigDecimal value) {
    BigDecimal plain = value.stripTrailingZeros();
    BigInteger digits = plain.unscaledValue();
    Fingerprint result = then(plain.scale());
    while (digits.bitLength() > 63) {
      result = result.then(digits.longValue());
      digits = digits.shiftRight(64);
    }
    return result.then(digits.longValue());
  }

  public Fingerprint then(String text) {
    Fingerprint result = then(text.length());
    for (int i = 0; i < text.length(); i++) {
      result = result.then(text.charAt(i));
    }
    return result;
  }

  /** Returns a sum in which the order of the parts makes no difference. */
  public Fingerprint plus(Fingerprint other) {
    return new Fingerprint(high + other.high, low + other.low);
  }

  public Fingerprint minus(Fingerprint other) {
    return new Fingerprint(high - other.high, low - other.low);
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
