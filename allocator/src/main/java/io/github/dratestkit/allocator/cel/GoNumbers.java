package io.github.dratestkit.allocator.cel;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and texts as Go prints them: {@code strconv}, and {@code x/text/message} in English. */
final class GoNumbers {

  private static final String SUPERSCRIPTS =
      "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
  private static final char SUPERSCRIPT_MINUS = '\u207b';
  private static final String INFINITY = "\u221e";
  private static final int DIGITS = 6;

  /** From this exponent on, and below -4, the shortest form is a scientific one. */
  private static final int LARGE = 6;

  private static final Pattern SPECIAL =
      Pattern.compile("(?<nan>nan)|(?<sign>[+-]?)inf(?:inity)?", Pattern.CASE_INSENSITIVE);

  /** Digits, between which single underscores may stand. */
  private static final String DIGITS_10 = "[0-9](?:_?[0-9])*";

  private static final String DIGITS_16 = "[0-9a-fA-F](?:_?[0-9a-fA-F])*";

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:D\\.?(?:D)?|\\.D)(?:[eE][+-]?D)?".replace("D", DIGITS_10));

  private static final Pattern HEXADECIMAL =
      Pattern.compile(
          "[+-]?0[xX](?:_?D\\.?(?:D)?|\\.D)[pP][+-]?[0-9](?:_?[0-9])*".replace("D", DIGITS_16));

  private GoNumbers() {}

  /** Prints a number in as few digits as tell it from its neighbours ({@code %g}). */
  static String shortest(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+Inf" : "-Inf";
    }
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= -4 && exponent < LARGE) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    return (number < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /** Prints a number with digits after the point and commas between thousands. */
  static String fixed(double number, int precision) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return special(number);
    }
    String plain =
        new BigDecimal(Math.abs(number))
            .setScale(precision, RoundingMode.HALF_EVEN)
            .toPlainString();
    int point = plain.indexOf('.');
    StringBuilder text = new StringBuilder(plain);
    for (int i = (point < 0 ? plain.length() : point) - 3; i > 0; i -= 3) {
      text.insert(i, ',');
    }
    return (number < 0 ? "-" : "") + text;
  }

  /** Prints a number as a power of ten with a raised exponent, at least so wide. */
  static String scientific(double number, int width) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return padded(special(number), width);
    }
    BigDecimal decimal =
        new BigDecimal(Math.abs(number)).round(new MathContext(DIGITS + 1, RoundingMode.HALF_EVEN));
    int exponent = decimal.signum() == 0 ? 0 : decimal.precision() - decimal.scale() - 1;
    String mantissa =
        decimal
            .scaleByPowerOfTen(-exponent)
            .setScale(DIGITS, RoundingMode.HALF_EVEN)
            .toPlainString();
    StringBuilder text = new StringBuilder(number < 0 ? "-" : "").append(mantissa);
    text.append("\u00d710").append(exponent < 0 ? String.valueOf(SUPERSCRIPT_MINUS) : "");
    for (char digit : String.format(Locale.ROOT, "%02d", Math.abs(exponent)).toCharArray()) {
      text.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return padded(text.toString(), width);
  }

  private static String padded(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String special(double number) {
    return Double.isNaN(number) ? "NaN" : (number < 0 ? "-" : "") + INFINITY;
  }

  /** Prints a text between quotes as a Go source has it ({@code %q}). */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            letter -> {
              switch (letter) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                  if (letter < ' ' || letter == 0x7f) {
                    quoted.append(String.format(Locale.ROOT, "\\x%02x", letter));
                  } else {
                    quoted.appendCodePoint(letter);
                  }
                }
              }
            });
    return quoted.append('"').toString();
  }

  /** Returns the number that a text says, or nothing ({@code strconv.ParseFloat}). */
  static Optional<Double> parse(String text) {
    Matcher special = SPECIAL.matcher(text);
    if (special.matches()) {
      double number = special.group("nan") == null ? Double.POSITIVE_INFINITY : Double.NaN;
      return Optional.of("-".equals(special.group("sign")) ? -number : number);
    }
    if (!HEXADECIMAL.matcher(text).matches() && !DECIMAL.matcher(text).matches()) {
      return Optional.empty();
    }
    double number = Double.parseDouble(text.replace("_", ""));
    return Double.isInfinite(number) ? Optional.empty() : Optional.of(number);
  }
}
