package io.github.dratestkit.allocator.inventory;

import java.util.Comparator;

/** The identity of a pool: two drivers may use the same pool name. */
public record PoolId(String driver, String pool) implements Comparable<PoolId> {

  private static final Comparator<PoolId> ORDER =
      Comparator.comparing(PoolId::driver).thenComparing(PoolId::pool);

  @Override
  public int compareTo(PoolId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
