package io.github.dratestkit.allocator.cases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** Seeded choices, and JSON values made of them. The same seed draws the same on every machine. */
final class Draw {

  private final Random random;

  Draw(long seed) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
    random.nextInt();
  }

  /** Returns true in {@code percent} of one hundred draws. */
  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Returns a number between the two, both included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  @SafeVarargs
  final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  <T> List<T> shuffled(List<T> values) {
    List<T> copy = new ArrayList<>(values);
    Collections.shuffle(copy, random);
    return copy;
  }

  /** Returns each value with the chance given, in order. */
  <T> List<T> some(int percent, List<T> values) {
    List<T> chosen = new ArrayList<>();
    for (T value : values) {
      if (chance(percent)) {
        chosen.add(value);
      }
    }
    return chosen;
  }

  static <T> List<T> times(int number, IntFunction<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      list.add(element.apply(i));
    }
    return list;
  }

  /** Returns an object with the names and values given in turn. */
  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  static List<Object> list(Object... values) {
    return new ArrayList<>(List.of(values));
  }
}
