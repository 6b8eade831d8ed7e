package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.NameRules.withoutDash;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format of names or values that CEL expressions can ask for ({@code
 * apiserver/pkg/cel/library/format.go}, 1.37).
 */
enum NamedFormat {
  DNS1123_LABEL("dns1123Label", 30, NameRules::label),
  DNS1123_SUBDOMAIN("dns1123Subdomain", 60, NameRules::subdomain),
  DNS1035_LABEL("dns1035Label", 30, NameRules::oldLabel),
  QUALIFIED_NAME("qualifiedName", 60, NameRules::qualifiedName),
  DNS1123_LABEL_PREFIX("dns1123LabelPrefix", 30, text -> NameRules.label(withoutDash(text))),
  DNS1123_SUBDOMAIN_PREFIX(
      "dns1123SubdomainPrefix", 60, text -> NameRules.subdomain(withoutDash(text))),
  DNS1035_LABEL_PREFIX("dns1035LabelPrefix", 30, text -> NameRules.oldLabel(withoutDash(text))),
  LABEL_VALUE("labelValue", 40, NameRules::labelValue),
  URI("uri", 1103, text -> UrlParser.requestError(text).stream().toList()),
  UUID(
      "uuid",
      72,
      rule(
          "does not match the UUID format",
          matching("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"))),
  BYTE(
      "byte",
      84,
      rule(
          "invalid base64",
          matching(
              "(?:[A-Za-z0-9+/]{4})*"
                  + "(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})"))),
  DATE("date", 72, rule("invalid date", NamedFormat::isDate)),
  DATETIME("datetime", 72, rule("invalid datetime", NamedFormat::isDateTime));

  /** What follows the T; any letter may stand for the point. */
  private static final Pattern TIME =
      Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");

  private final String celName;
  private final int regexSize;
  private final Function<String, List<String>> rule;

  NamedFormat(String celName, int regexSize, Function<String, List<String>> rule) {
    this.celName = celName;
    this.regexSize = regexSize;
    this.rule = rule;
  }

  /** Returns the name in expressions. */
  String celName() {
    return celName;
  }

  /** Returns the length of the regular expression that a check is charged for. */
  int regexSize() {
    return regexSize;
  }

  static Optional<NamedFormat> named(String name) {
    return Arrays.stream(values()).filter(format -> format.celName.equals(name)).findFirst();
  }

  /** Returns what is wrong with the text, or nothing. */
  List<String> validate(String text) {
    return rule.apply(text);
  }

  private static Function<String, List<String>> rule(String error, Predicate<String> valid) {
    return text -> valid.test(text) ? List.of() : List.of(error);
  }

  private static Predicate<String> matching(String regex) {
    Pattern pattern = Pattern.compile(regex);
    return text -> pattern.matcher(text).matches();
  }

  private static boolean isDate(String text) {
    try {
      return LocalDate.parse(text).toString().equals(text);
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    if (parts.length < 2 || !isDate(parts[0])) {
      return false;
    }
    Matcher time = TIME.matcher(parts[1]);
    return time.matches()
        && time.group(1).compareTo("23") <= 0
        && time.group(2).compareTo("59") <= 0
        && time.group(3).compareTo("59") <= 0;
  }
}
