package io.github.dratestkit.apiserver.codec;

import io.github.dratestkit.allocator.value.MalformedQuantityException;
import io.github.dratestkit.allocator.value.Quantity;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The canonical texts of values that have a form of their own. Each method takes what a client
 * wrote and returns what the server keeps, or refuses with the reason.
 */
final class WireTexts {

  static final String QUANTITY_FORM =
      "quantities must match the regular expression"
          + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  /** The digits of 1e21, the first number that is kept as less than it is. */
  private static final int FIRST_LOST_LENGTH = 22;

  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.,]\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern MICRO_TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}(Z|[+-]\\d\\d:\\d\\d)");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The time that Go calls zero: rules see that it is set, but the API does not show it. */
  static final String ZERO_TIME = "0001-01-01T00:00:00Z";

  private static final String PLAIN_TIME = "0000-00-00T00:00:00Z";
  private static final String PLAIN_MICRO_TIME = "0000-00-00T00:00:00.000000Z";

  private static final Instant ZERO = Instant.parse(ZERO_TIME);

  private WireTexts() {}

  /** Returns a time in UTC and whole seconds; empty for the zero time, which is not shown. */
  static String time(String text) {
    return time(parse(text, TIME, "2006-01-02T15:04:05Z07:00"));
  }

  /** Returns a time in UTC with its fraction of a second, which lasts until it is stored. */
  static String exactTime(String text) {
    if (isPlain(text, PLAIN_TIME)) {
      return text;
    }
    Instant instant = parse(text, TIME, "2006-01-02T15:04:05Z07:00");
    return instant.getNano() == 0 ? time(instant) : instant.toString();
  }

  /**
   * Says whether a text is surely a time as the server writes it, as most that are read are. Of
   * days only the first 28 are, and of years those from 1000 on.
   */
  private static boolean isPlain(String text, String form) {
    return text.length() == form.length()
        && text.charAt(0) >= '1'
        && hasForm(text, form)
        && isWithin(text, 5, 1, 12)
        && isWithin(text, 8, 1, 28)
        && isWithin(text, 11, 0, 23)
        && isWithin(text, 14, 0, 59)
        && isWithin(text, 17, 0, 59);
  }

  private static boolean hasForm(String text, String form) {
    for (int place = 0; place < text.length(); place++) {
      char letter = text.charAt(place);
      char wanted = form.charAt(place);
      if (wanted == '0' ? letter < '0' || letter > '9' : letter != wanted) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWithin(String text, int place, int least, int most) {
    int number = 10 * (text.charAt(place) - '0') + text.charAt(place + 1) - '0';
    return number >= least && number <= most;
  }

  /** Returns a time in UTC with six digits; empty for the zero time, which is not shown. */
  static String microTime(String text) {
    if (isPlain(text, PLAIN_MICRO_TIME)) {
      return text;
    }
    return microTime(parse(text, MICRO_TIME, "2006-01-02T15:04:05.000000Z07:00"));
  }

  static String time(Instant instant) {
    return instant.equals(ZERO) ? "" : SECONDS.format(instant.truncatedTo(ChronoUnit.SECONDS));
  }

  static String microTime(Instant instant) {
    return instant.equals(ZERO) ? "" : MICROS.format(instant.truncatedTo(ChronoUnit.MICROS));
  }

  private static Instant parse(String text, Pattern form, String layout) {
    if (form.matcher(text).matches()) {
      try {
        return OffsetDateTime.parse(text.replace(',', '.')).toInstant();
      } catch (DateTimeException e) {
        throw unreadableTime(text, layout);
      }
    }
    throw unreadableTime(text, layout);
  }

  private static DecodingException unreadableTime(String text, String layout) {
    return new DecodingException(
        "parsing time " + GoText.quote(text) + " as " + GoText.quote(layout) + ": cannot parse it");
  }

  /** Returns base64 in its only form with padding. */
  static String base64(String text) {
    String letters = text.replace("\r", "").replace("\n", "");
    if (letters.length() % 4 == 0) {
      try {
        return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(letters));
      } catch (IllegalArgumentException e) {
        throw new DecodingException("illegal base64 data: " + e.getMessage());
      }
    }
    throw new DecodingException(
        "illegal base64 data at input byte " + letters.length() + ": padding is missing");
  }

  /**
   * Returns a quantity as rules see it: as the server keeps it, unless that says less. From 1e21 on
   * there is no suffix, so that 1e22 is kept, and shown, as {@code 10}; until then it is what it
   * is, spelled without a suffix.
   */
  static String exactQuantity(String text) {
    try {
      Quantity quantity = Quantity.decode(text);
      String kept = quantity.toString();
      return quantity.isInteger() || Quantity.parse(kept).equals(quantity)
          ? kept
          : quantity.toBigDecimal().toPlainString();
    } catch (MalformedQuantityException notOne) {
      throw new DecodingException(String.valueOf(notOne.getMessage()));
    }
  }

  /** Returns what the server keeps of a quantity that rules have seen. */
  static String keptQuantity(String exact) {
    return exact.length() < FIRST_LOST_LENGTH ? exact : Quantity.parse(exact).toString();
  }
}
