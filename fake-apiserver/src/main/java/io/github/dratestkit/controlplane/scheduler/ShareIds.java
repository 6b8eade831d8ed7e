package io.github.dratestkit.controlplane.scheduler;

import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Identifiers of shares: random, and the same for the same seed and history. A scheduler that is
 * started again must not give out the identifiers of its predecessor, so the newest version of the
 * claims at the time of the first identifier is mixed in: it has grown if any of those was used.
 */
final class ShareIds implements Supplier<String> {

  private final long seed;
  private final LongSupplier newestClaim;
  private @Nullable SplittableRandom random;

  ShareIds(long seed, LongSupplier newestClaim) {
    this.seed = seed;
    this.newestClaim = newestClaim;
  }

  @Override
  public String get() {
    SplittableRandom from = random;
    if (from == null) {
      from = new SplittableRandom(31 * seed + newestClaim.getAsLong());
      random = from;
    }
    return new UUID(version4(from.nextLong()), variant2(from.nextLong())).toString();
  }

  private static long version4(long bits) {
    return (bits & ~0xf000L) | 0x4000L;
  }

  private static long variant2(long bits) {
    return (bits & ~(0b11L << 62)) | (0b10L << 62);
  }
}
