package io.github.dratestkit.allocator.cel;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parser's errors as upstream words them. Both parsers come from one grammar; upstream's marks
 * what the generated parser says, and lists fewer of the tokens that could have followed.
 */
final class SyntaxMessages {

  private static final String MARK = "Syntax error: ";

  private static final Pattern GENERATED =
      Pattern.compile(
          "(token recognition error at|mismatched input|extraneous input|missing .* at"
              + "|no viable alternative at input|rule .* failed predicate).*",
          Pattern.DOTALL);

  private static final Pattern EXPECTED =
      Pattern.compile(
          "(?<before>.* expecting )\\{(?<tokens>[^{}]*('[{}]')?[^{}]*)\\}", Pattern.DOTALL);

  /** Tokens that may follow every complete expression. */
  private static final Set<String> CONTINUATIONS =
      Set.of(
          "'=='", "'!='", "'in'", "'<'", "'<='", "'>='", "'>'", "'&&'", "'||'", "'['", "'{'", "'('",
          "'.'", "'-'", "'?'", "'+'", "'*'", "'/'", "'%'");

  private SyntaxMessages() {}

  static String of(String message) {
    return GENERATED.matcher(message).matches()
        ? MARK + withFewerTokens(message.replace("%%", "%"))
        : message;
  }

  /** Says whether a rejection with this text comes from the generated parser. */
  static boolean isSyntax(String text) {
    return text.contains(MARK);
  }

  private static String withFewerTokens(String message) {
    Matcher matcher = EXPECTED.matcher(message);
    if (!matcher.matches() || !matcher.group("tokens").contains("'=='")) {
      return message;
    }
    String tokens =
        Arrays.stream(matcher.group("tokens").split(", (?=['<A-Z])"))
            .filter(token -> !CONTINUATIONS.contains(token))
            .collect(Collectors.joining(", "));
    return matcher.group("before") + (tokens.contains(", ") ? "{" + tokens + "}" : tokens);
  }
}
