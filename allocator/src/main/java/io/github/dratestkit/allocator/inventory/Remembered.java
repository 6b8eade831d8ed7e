package io.github.dratestkit.allocator.inventory;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Answers to a few questions about something that never changes. A question is known by its
 * identity. Readers need no lock; two threads may find an answer twice, and one copy is kept.
 */
final class Remembered<T> {

  private static final int MOST = 64;

  /** Questions and answers in turn; replaced as a whole. */
  private volatile Object[] known = {};

  /** Returns the answer; asks for it if nobody did before. */
  @SuppressWarnings("unchecked")
  T get(Object question, Supplier<T> asked) {
    Object[] current = known;
    for (int i = 0; i < current.length; i += 2) {
      if (current[i] == question) {
        return (T) current[i + 1];
      }
    }
    T answer = asked.get();
    int end = current.length < 2 * MOST ? current.length : 0;
    Object[] more = Arrays.copyOf(current, end + 2);
    more[end] = question;
    more[end + 1] = answer;
    known = more;
    return answer;
  }
}
