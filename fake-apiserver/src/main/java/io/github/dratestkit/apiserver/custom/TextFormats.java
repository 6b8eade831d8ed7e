package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The formats of texts that schemas can ask for; others mean nothing (apiextensions-apiserver,
 * pkg/apiserver/validation/formats.go, and kube-openapi, pkg/validation/strfmt, 1.37).
 */
final class TextFormats {

  private static final String HEX4 = "[0-9a-f]{4}-?";
  private static final String IPV4 = "(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|(?=/|$))){4}";
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String DURATION_UNIT = "(ns|us|\u00b5s|\u03bcs|ms|s|m|h)";
  private static final String DURATION_PART = "(\\d+(\\.\\d*)?|\\.\\d+)" + DURATION_UNIT;

  private static final Predicate<String> IS_LABEL = matching(LABEL);
  private static final Predicate<String> IS_SUBDOMAIN = matching(LABEL + "(\\." + LABEL + ")*");
  private static final Predicate<String> IS_HOSTNAME =
      matching(
          "[a-zA-Z0-9](-?[a-zA-Z0-9]{0,62})?"
              + "|([a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]{2,63}");
  private static final Predicate<String> IS_IPV4 = matching(IPV4);
  private static final Predicate<String> IS_PREFIX_LENGTH = matching("\\d{1,3}");
  private static final Predicate<String> IS_DURATION =
      matching("[-+]?(0|" + DURATION_PART + "(" + DURATION_PART + ")*)")
          .or(
              matching(
                  "(?i)(\\d+)\\s*(ns|nanos?|nanoseconds?|us|micros?|microseconds?|ms|millis?"
                      + "|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w"
                      + "|wks?|weeks?)"));

  private static final Map<String, Predicate<String>> FORMATS =
      Map.ofEntries(
          Map.entry("bsonobjectid", matching("[0-9a-fA-F]{24}")),
          Map.entry("uri", matching("[A-Za-z][-+.A-Za-z0-9]*:[^\\s]+|/[^\\s]*")),
          Map.entry("email", matching("[^@\\s]+@[^@\\s]+")),
          Map.entry("hostname", TextFormats::isHostname),
          Map.entry("ipv4", IS_IPV4),
          Map.entry("ipv6", TextFormats::isIpv6),
          Map.entry("cidr", TextFormats::isNetwork),
          Map.entry(
              "mac",
              matching("(?i)[0-9a-f]{2}([:-][0-9a-f]{2}){5}|[0-9a-f]{4}(\\.[0-9a-f]{4}){2}")),
          Map.entry("uuid", matching("(?i)[0-9a-f]{8}-?" + HEX4 + HEX4 + HEX4 + "[0-9a-f]{12}")),
          Map.entry(
              "uuid3",
              matching("(?i)[0-9a-f]{8}-?" + HEX4 + "3[0-9a-f]{3}-?" + HEX4 + "[0-9a-f]{12}")),
          Map.entry(
              "uuid4",
              matching(
                  "(?i)[0-9a-f]{8}-?" + HEX4 + "4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}")),
          Map.entry(
              "uuid5",
              matching(
                  "(?i)[0-9a-f]{8}-?" + HEX4 + "5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}")),
          Map.entry("isbn", matching("(?:97[89][- ]?)?(?:\\d[- ]?){9}[\\dXx]")),
          Map.entry("isbn10", matching("(?:\\d[- ]?){9}[\\dXx]")),
          Map.entry("isbn13", matching("97[89][- ]?(?:\\d[- ]?){9}\\d")),
          Map.entry("creditcard", matching("(?:\\D*\\d){13,16}\\D*")),
          Map.entry("ssn", matching("\\d{3}[- ]?\\d{2}[- ]?\\d{4}")),
          Map.entry("hexcolor", matching("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")),
          Map.entry(
              "rgbcolor",
              matching("rgb\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*\\)")),
          Map.entry("byte", TextFormats::isBase64),
          Map.entry("password", text -> true),
          Map.entry("date", TextFormats::isDate),
          Map.entry("duration", IS_DURATION),
          Map.entry(
              "datetime",
              matching(
                  "\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
                      + "(\\.\\d+)?([Zz]|[-+]\\d{2}:?\\d{2})")),
          Map.entry("k8sshortname", text -> text.length() <= 63 && IS_LABEL.test(text)),
          Map.entry("k8slongname", text -> text.length() <= 253 && IS_SUBDOMAIN.test(text)));

  private TextFormats() {}

  /** Says whether a text has a format; every text has one that nobody knows. */
  static boolean fits(String format, String text) {
    Predicate<String> known = FORMATS.get(format.replace("-", ""));
    return known == null || known.test(text);
  }

  /** Says whether a format means anything for texts. */
  static boolean isKnown(String format) {
    return FORMATS.containsKey(format.replace("-", ""));
  }

  private static Predicate<String> matching(String pattern) {
    return Pattern.compile(pattern).asMatchPredicate();
  }

  private static boolean isHostname(String text) {
    return text.length() <= 255 && IS_HOSTNAME.test(text);
  }

  private static boolean isIpv6(String text) {
    return text.indexOf(':') >= 0 && Addresses.parse(text).isPresent();
  }

  private static boolean isNetwork(String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || !IS_PREFIX_LENGTH.test(text.substring(slash + 1))) {
      return false;
    }
    String address = text.substring(0, slash);
    int length = Integer.parseInt(text.substring(slash + 1));
    return IS_IPV4.test(address) ? length <= 32 : isIpv6(address) && length <= 128;
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("[\r\n]", "")) != null
          && text.length() % 4 == 0;
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    try {
      return text.length() == 10 && LocalDate.parse(text) != null;
    } catch (DateTimeException broken) {
      return false;
    }
  }
}
