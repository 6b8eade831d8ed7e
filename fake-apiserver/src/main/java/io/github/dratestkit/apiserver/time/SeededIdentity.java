package io.github.dratestkit.apiserver.time;

import java.util.SplittableRandom;
import java.util.UUID;

/** Uids and suffixes from a seed: the same seed gives the same ones in the same order. */
public final class SeededIdentity implements Identity {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private final SplittableRandom random;

  /** Starts the sequence of {@code seed}. */
  public SeededIdentity(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public synchronized String uid() {
    long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
    long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  @Override
  public synchronized String suffix(int length) {
    StringBuilder letters = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      letters.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return letters.toString();
  }
}
