package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.registry.LabelSelector.Operator;
import io.github.dratestkit.apiserver.registry.LabelSelector.Requirement;
import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads label selectors as upstream's parser does, word by word, so that the same texts are refused
 * at the same word (apimachinery/pkg/labels/selector.go, 1.37).
 */
final class LabelSelectorParser {

  // A word is all that is neither blank nor a symbol; the longest symbol is taken.
  private static final Pattern TOKEN = Pattern.compile("\\s*(==|!=|[=!(),><]|[^=!(),><\\s]+|$)");
  private static final String END = "";
  private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";

  private final List<String> tokens = new ArrayList<>();
  private int position;

  private LabelSelectorParser(String text) {
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length() && matcher.find(at) && !matcher.group(1).isEmpty()) {
      tokens.add(matcher.group(1));
      at = matcher.end();
    }
    tokens.add(END);
  }

  /**
   * Reads a selector.
   *
   * @throws StatusException 400 if it cannot be read
   */
  static List<Requirement> parse(String text) {
    return new LabelSelectorParser(text).requirements();
  }

  private List<Requirement> requirements() {
    List<Requirement> requirements = new ArrayList<>();
    if (next().equals(END)) {
      return requirements;
    }
    if (!isWord(next()) && !next().equals("!")) {
      throw StatusErrors.badRequest(
          "found '" + next() + "', expected: !, identifier, or 'end of string'");
    }
    while (true) {
      requirements.add(requirement());
      String token = take();
      if (token.equals(END)) {
        return requirements;
      }
      if (!token.equals(",")) {
        throw StatusErrors.badRequest("found '" + token + "', expected: ',' or 'end of string'");
      }
      if (!isWord(next()) && !next().equals("!")) {
        throw StatusErrors.badRequest("found '" + next() + "', expected: identifier after ','");
      }
    }
  }

  private Requirement requirement() {
    boolean absent = next().equals("!");
    if (absent) {
      take();
    }
    String key = take();
    if (!isWord(key)) {
      throw unparsable("found '" + key + "', expected: identifier");
    }
    checkKey(key);
    if (next().equals(END) || next().equals(",")) {
      return new Requirement(key, absent ? Operator.DOES_NOT_EXIST : Operator.EXISTS, Set.of());
    }
    if (absent) {
      return new Requirement(key, Operator.DOES_NOT_EXIST, Set.of());
    }
    String operator = take();
    return switch (operator) {
      case "in" -> checked(new Requirement(key, Operator.IN, values()));
      case "notin" -> checked(new Requirement(key, Operator.NOT_IN, values()));
      case "=", "==" -> checked(new Requirement(key, Operator.IN, value()));
      case "!=" -> checked(new Requirement(key, Operator.NOT_IN, value()));
      case ">" -> checked(new Requirement(key, Operator.GREATER, value()));
      case "<" -> checked(new Requirement(key, Operator.LESS, value()));
      default -> throw unparsable("found '" + operator + "', expected: " + OPERATORS);
    };
  }

  private Set<String> value() {
    if (next().equals(END) || next().equals(",")) {
      return Set.of("");
    }
    String value = take();
    if (!isWord(value)) {
      throw unparsable("found '" + value + "', expected: identifier");
    }
    return Set.of(value);
  }

  private Set<String> values() {
    String open = take();
    if (!open.equals("(")) {
      throw unparsable("found '" + open + "' expected: '('");
    }
    String first = next();
    if (first.equals(")")) {
      take();
      return Set.of("");
    }
    if (!isWord(first) && !first.equals(",")) {
      throw unparsable("found '" + first + "', expected: ',', ')' or identifier");
    }
    Set<String> values = words();
    if (!take().equals(")")) {
      throw unparsable("found '" + first + "', expected: ')'");
    }
    return values;
  }

  // Where a value is missing between commas it is the empty one.
  private Set<String> words() {
    Set<String> words = new TreeSet<>();
    while (true) {
      String token = take();
      if (isWord(token)) {
        words.add(token);
        if (next().equals(")")) {
          return words;
        }
        if (!next().equals(",")) {
          throw unparsable("found '" + next() + "', expected: ',' or ')'");
        }
      } else if (token.equals(",")) {
        if (words.isEmpty()) {
          words.add("");
        }
        if (next().equals(")")) {
          words.add("");
          return words;
        }
        if (next().equals(",")) {
          take();
          words.add("");
        }
      } else {
        throw unparsable("found '" + token + "', expected: ',', or identifier");
      }
    }
  }

  private static void checkKey(String key) {
    Labels.keyProblems(key).stream()
        .findFirst()
        .ifPresent(
            problem -> {
              throw unparsable("<nil>: Invalid value: \"" + key + "\": " + problem);
            });
  }

  private static Requirement checked(Requirement requirement) {
    if (requirement.values().isEmpty()) {
      throw unparsable(
          "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
    }
    int place = 0;
    for (String value : requirement.values()) {
      if (requirement.isNumeric() && !isInteger(value)) {
        throw unparsable(
            "values["
                + place
                + "]: Invalid value: \""
                + value
                + "\": for 'Gt', 'Lt' operators, the value must be an integer");
      }
      Optional<String> problem = Labels.valueProblem(value);
      if (problem.isPresent()) {
        throw unparsable(
            "values["
                + place
                + "]["
                + requirement.key()
                + "]: Invalid value: \""
                + value
                + "\": "
                + problem.get());
      }
      place++;
    }
    return requirement;
  }

  private static boolean isInteger(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private static boolean isWord(String token) {
    return !token.isEmpty() && "=!(),><".indexOf(token.charAt(0)) < 0;
  }

  private String next() {
    return tokens.get(Math.min(position, tokens.size() - 1));
  }

  private String take() {
    String token = next();
    position++;
    return token;
  }

  private static StatusException unparsable(String detail) {
    return StatusErrors.badRequest("unable to parse requirement: " + detail);
  }
}
