package io.github.dratestkit.allocator.explain;

import io.github.dratestkit.allocator.Change;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A change that comes in several strengths, such as one more device, two more, and so on: from the
 * weakest, which is to be preferred, to the strongest. Whatever a weaker one makes fit, a stronger
 * one makes fit too. Two proposals of the same thing are equal.
 */
final class Proposal {

  private final Object what;
  private final int strengths;
  private final IntFunction<? extends Change> at;

  /**
   * @param what tells proposals apart
   * @param strengths how many strengths there are
   * @param at makes the change of a strength, counted from 0
   */
  Proposal(Object what, int strengths, IntFunction<? extends Change> at) {
    this.what = what;
    this.strengths = strengths;
    this.at = at;
  }

  static Proposal of(Change only) {
    return new Proposal(only, 1, strength -> only);
  }

  static Proposal of(List<? extends Change> weakestFirst) {
    return new Proposal(weakestFirst, weakestFirst.size(), weakestFirst::get);
  }

  int strongest() {
    return strengths - 1;
  }

  Change change(int strength) {
    return at.apply(strength);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Proposal proposal && what.equals(proposal.what);
  }

  @Override
  public int hashCode() {
    return what.hashCode();
  }
}
