package io.github.dratestkit.drivers.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The small language between {@code ${} and {@code }} in a model's file: whole numbers, texts in
 * single quotes, names, fields and indices of tables, {@code a..b} for a range with both ends,
 * {@code + - * / %}, comparisons, {@code && ||}, and the functions of {@link Functions}.
 */
final class Expression {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\d+)|'([^']*)'|([A-Za-z_]\\w*)|(\\.\\.|&&|\\|\\||==|!=|<=|>=|[-+*/%()\\[\\].,<>]))");

  private enum Kind {
    NUMBER,
    TEXT,
    NAME,
    SYMBOL,
    END
  }

  private record Token(Kind kind, String text) {}

  private final String source;
  private final Scope scope;
  private final List<Token> tokens;
  private int next;

  private Expression(String source, Scope scope) {
    this.source = source;
    this.scope = scope;
    this.tokens = tokenize(source);
  }

  /** Returns the value: a Long, String, Boolean, List or Map. */
  static Object evaluate(String source, Scope scope) {
    Expression expression = new Expression(source, scope);
    Object value = expression.or();
    if (expression.peek().kind() != Kind.END) {
      throw expression.wrong("unexpected \"" + expression.peek().text() + "\"");
    }
    return value;
  }

  private Object or() {
    Object left = and();
    while (accept("||")) {
      Object right = and();
      left = truth(left) || truth(right);
    }
    return left;
  }

  private Object and() {
    Object left = comparison();
    while (accept("&&")) {
      Object right = comparison();
      left = truth(left) && truth(right);
    }
    return left;
  }

  private Object comparison() {
    Object left = range();
    for (String operator : List.of("==", "!=", "<=", ">=", "<", ">")) {
      if (accept(operator)) {
        return compare(operator, left, range());
      }
    }
    return left;
  }

  private Object compare(String operator, Object left, Object right) {
    return switch (operator) {
      case "==" -> left.equals(right);
      case "!=" -> !left.equals(right);
      case "<=" -> number(left) <= number(right);
      case ">=" -> number(left) >= number(right);
      case "<" -> number(left) < number(right);
      default -> number(left) > number(right);
    };
  }

  private Object range() {
    Object from = sum();
    if (!accept("..")) {
      return from;
    }
    long last = number(sum());
    List<Object> numbers = new ArrayList<>();
    for (long value = number(from); value <= last; value++) {
      numbers.add(value);
    }
    return numbers;
  }

  private Object sum() {
    Object left = product();
    while (true) {
      if (accept("+")) {
        Object right = product();
        left =
            left instanceof String || right instanceof String
                ? text(left) + text(right)
                : (Object) (number(left) + number(right));
      } else if (accept("-")) {
        left = number(left) - number(product());
      } else {
        return left;
      }
    }
  }

  private Object product() {
    Object left = path();
    while (true) {
      if (accept("*")) {
        left = number(left) * number(path());
      } else if (accept("/")) {
        left = number(left) / number(path());
      } else if (accept("%")) {
        left = number(left) % number(path());
      } else {
        return left;
      }
    }
  }

  private Object path() {
    Object value = primary();
    while (true) {
      if (accept("[")) {
        value = element(value, or());
        expect("]");
      } else if (accept(".")) {
        value = element(value, take().text());
      } else {
        return value;
      }
    }
  }

  private Object primary() {
    if (accept("(")) {
      Object value = or();
      expect(")");
      return value;
    }
    if (accept("-")) {
      return -number(path());
    }
    Token token = take();
    return switch (token.kind()) {
      case NUMBER -> Long.valueOf(token.text());
      case TEXT -> token.text();
      case NAME -> accept("(") ? call(token.text()) : lookUp(token.text());
      case SYMBOL, END -> throw wrong("a value is missing before \"" + token.text() + "\"");
    };
  }

  private Object call(String function) {
    List<Object> arguments = new ArrayList<>();
    while (!accept(")")) {
      arguments.add(or());
      if (!peek().text().equals(")")) {
        expect(",");
      }
    }
    try {
      return Functions.call(function, arguments);
    } catch (IllegalArgumentException | ClassCastException | IndexOutOfBoundsException failure) {
      throw wrong(function + " cannot take " + arguments);
    }
  }

  private Object lookUp(String name) {
    return scope.find(name).orElseThrow(() -> wrong("nothing is called \"" + name + "\""));
  }

  private Object element(Object container, Object key) {
    Object value = null;
    if (container instanceof List<?> list
        && key instanceof Long index
        && index >= 0
        && index < list.size()) {
      value = list.get(index.intValue());
    } else if (container instanceof Map<?, ?> map) {
      value = map.get(text(key));
    }
    if (value == null) {
      throw wrong("there is no element " + key);
    }
    return Template.plain(value);
  }

  private boolean truth(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw wrong(value + " is neither true nor false");
  }

  private long number(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw wrong(value + " is not a number");
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }

  private boolean accept(String symbol) {
    if (peek().kind() == Kind.SYMBOL && peek().text().equals(symbol)) {
      next++;
      return true;
    }
    return false;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw wrong("\"" + symbol + "\" is missing");
    }
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = tokens.get(next);
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  private TemplateException wrong(String problem) {
    return new TemplateException("${" + source + "}: " + problem);
  }

  private static List<Token> tokenize(String source) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(source);
    int position = 0;
    while (position < source.length() && !source.substring(position).isBlank()) {
      if (!matcher.find(position) || matcher.start() != position) {
        throw new TemplateException("${" + source + "}: cannot be read from position " + position);
      }
      tokens.add(tokenOf(matcher));
      position = matcher.end();
    }
    tokens.add(new Token(Kind.END, "the end"));
    return tokens;
  }

  private static Token tokenOf(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Token(Kind.NUMBER, matcher.group(1));
    }
    if (matcher.group(2) != null) {
      return new Token(Kind.TEXT, matcher.group(2));
    }
    return matcher.group(3) != null
        ? new Token(Kind.NAME, matcher.group(3))
        : new Token(Kind.SYMBOL, matcher.group(4));
  }
}
