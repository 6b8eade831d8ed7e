package io.github.dratestkit.allocator.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The function {@code format} of the strings extension, in the version that Kubernetes takes
 * ({@code cel-go/ext/formatting.go}): numbers are printed for readers of English.
 */
final class StringFormat {

  private static final int DEFAULT_PRECISION = 6;

  private final String pattern;
  private final Iterator<?> arguments;
  private final StringBuilder result = new StringBuilder();
  private int position;

  private StringFormat(String pattern, Collection<?> arguments) {
    this.pattern = pattern;
    this.arguments = arguments.iterator();
  }

  static String format(String pattern, Collection<?> arguments) {
    return new StringFormat(pattern, arguments).run();
  }

  private String run() {
    while (position < pattern.length()) {
      char c = pattern.charAt(position++);
      if (c != '%') {
        result.append(c);
      } else {
        verb();
      }
    }
    return result.toString();
  }

  private void verb() {
    int precision = precision();
    if (position >= pattern.length()) {
      throw new CelInvalidArgumentException("unexpected end of string");
    }
    char verb = pattern.charAt(position++);
    if (verb == '%') {
      result.append('%');
      return;
    }
    if (!arguments.hasNext()) {
      throw new CelInvalidArgumentException("index out of range");
    }
    result.append(clause(verb, precision, arguments.next()));
  }

  private int precision() {
    if (position >= pattern.length() || pattern.charAt(position) != '.') {
      return DEFAULT_PRECISION;
    }
    int start = ++position;
    while (position < pattern.length() && Character.isDigit(pattern.charAt(position))) {
      position++;
    }
    try {
      return start == position ? 0 : Integer.parseInt(pattern.substring(start, position));
    } catch (NumberFormatException tooLarge) {
      throw new CelInvalidArgumentException(tooLarge);
    }
  }

  private static String clause(char verb, int precision, Object value) {
    return switch (verb) {
      case 's' -> text(value);
      case 'd' -> whole(value);
      case 'f' -> fixed(value, precision);
      case 'e' -> scientific(value, precision);
      case 'b' -> binary(value);
      case 'o' -> radix(value, 8, verb);
      case 'x' -> hexadecimal(value);
      case 'X' -> hexadecimal(value).toUpperCase(Locale.ROOT);
      default ->
          throw new CelInvalidArgumentException("unrecognized formatting clause \"" + verb + "\"");
    };
  }

  private static CelInvalidArgumentException unfit(char verb, Object value) {
    return new CelInvalidArgumentException("the clause %" + verb + " cannot print " + value);
  }

  /** Prints a value on its own: a text is not quoted, and a number is as short as it can be. */
  private static String text(Object value) {
    if (value instanceof Double number) {
      return GoNumbers.shortest(number);
    }
    if (value instanceof Duration duration) {
      return seconds(duration);
    }
    if (value instanceof Instant time) {
      return time.toString().replaceFirst("(\\.\\d*?)0+Z", "$1Z");
    }
    if (value instanceof CelByteString bytes) {
      return utf8(bytes);
    }
    return value instanceof String text ? text : element(value);
  }

  /** Prints a value inside a list or map, as it would be written in an expression. */
  private static String element(Object value) {
    if (value instanceof Collection<?> list) {
      List<String> elements = new ArrayList<>();
      list.forEach(element -> elements.add(element(element)));
      return "[" + String.join(", ", elements) + "]";
    }
    if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    if (value instanceof String text) {
      return GoNumbers.quoted(text);
    }
    if (value instanceof CelByteString bytes) {
      return "b" + GoNumbers.quoted(utf8(bytes));
    }
    if (value instanceof Double number) {
      return Double.isNaN(number) || Double.isInfinite(number)
          ? "\"" + (Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf") + "\""
          : new BigDecimal(number).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    }
    if (value instanceof Duration || value instanceof Instant) {
      String function = value instanceof Duration ? "duration" : "timestamp";
      return function + "(" + GoNumbers.quoted(text(value)) + ")";
    }
    if (value instanceof TypeType type) {
      return type.type().name();
    }
    if (value instanceof NullValue) {
      return "null";
    }
    if (value instanceof Boolean || value instanceof Long || value instanceof UnsignedLong) {
      return value.toString();
    }
    throw unfit('s', value);
  }

  private static String utf8(CelByteString bytes) {
    if (!bytes.isValidUtf8()) {
      throw new CelInvalidArgumentException("invalid UTF-8 in bytes, cannot convert to string");
    }
    return bytes.toStringUtf8();
  }

  private static String map(Map<?, ?> map) {
    SortedMap<String, String> entries = new TreeMap<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String
              || key instanceof Boolean
              || key instanceof Long
              || key instanceof UnsignedLong)) {
            throw unfit('s', map);
          }
          entries.put(element(key), element(value));
        });
    List<String> printed = new ArrayList<>();
    entries.forEach((key, value) -> printed.add(key + ":" + value));
    return "{" + String.join(", ", printed) + "}";
  }

  private static String seconds(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
    return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
  }

  private static String whole(Object value) {
    if (value instanceof Long || value instanceof UnsignedLong) {
      return value.toString();
    }
    throw unfit('d', value);
  }

  /** Takes a double, or the text of one that has no digits. */
  private static double real(char verb, Object value) {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof String text && List.of("NaN", "Infinity", "-Infinity").contains(text)) {
      return Double.parseDouble(text);
    }
    throw unfit(verb, value);
  }

  private static String fixed(Object value, int precision) {
    return GoNumbers.fixed(real('f', value), precision);
  }

  /** The precision is taken for the width; six digits follow the point, whatever was asked for. */
  private static String scientific(Object value, int width) {
    return GoNumbers.scientific(real('e', value), width);
  }

  private static String binary(Object value) {
    return value instanceof Boolean truth ? (truth ? "1" : "0") : radix(value, 2, 'b');
  }

  private static String radix(Object value, int radix, char verb) {
    if (value instanceof Long number) {
      return Long.toString(number, radix);
    }
    if (value instanceof UnsignedLong number) {
      return number.toString(radix);
    }
    throw unfit(verb, value);
  }

  private static String hexadecimal(Object value) {
    if (value instanceof String text) {
      return bytes(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof CelByteString bytes) {
      return bytes(bytes.toByteArray());
    }
    return radix(value, 16, 'x');
  }

  private static String bytes(byte[] bytes) {
    StringBuilder hexadecimal = new StringBuilder();
    for (byte b : bytes) {
      hexadecimal
          .append(Character.forDigit((b >> 4) & 15, 16))
          .append(Character.forDigit(b & 15, 16));
    }
    return hexadecimal.toString();
  }
}
