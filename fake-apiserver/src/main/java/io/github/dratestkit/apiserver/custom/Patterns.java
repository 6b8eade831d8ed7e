package io.github.dratestkit.apiserver.custom;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Patterns of schemas, each compiled once. */
final class Patterns {

  private static final int MOST = 10_000;
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();

  private Patterns() {}

  /** Says whether a pattern is found anywhere in a text; one that is no pattern is nowhere. */
  static boolean find(String pattern, String text) {
    if (COMPILED.size() > MOST) {
      COMPILED.clear();
    }
    return COMPILED.computeIfAbsent(pattern, Patterns::compile).matcher(text).find();
  }

  private static Pattern compile(String pattern) {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException broken) {
      return NOTHING;
    }
  }
}
