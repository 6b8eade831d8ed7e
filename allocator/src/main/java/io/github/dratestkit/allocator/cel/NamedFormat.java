package io.github.dratestkit.allocator.cel;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A format of names or values that CEL expressions can ask for. */
enum NamedFormat {
  DNS1123_LABEL("dns1123Label", 30, NamedFormat::isLabel),
  DNS1123_SUBDOMAIN("dns1123Subdomain", 60, NamedFormat::isSubdomain),
  DNS1035_LABEL("dns1035Label", 30, NamedFormat::isOldLabel),
  QUALIFIED_NAME("qualifiedName", 60, NamedFormat::isQualifiedName),
  DNS1123_LABEL_PREFIX("dns1123LabelPrefix", 30, text -> isLabel(withoutDash(text))),
  DNS1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", 60, text -> isSubdomain(withoutDash(text))),
  DNS1035_LABEL_PREFIX("dns1035LabelPrefix", 30, text -> isOldLabel(withoutDash(text))),
  LABEL_VALUE("labelValue", 40, NamedFormat::isLabelValue),
  URI("uri", 1103, text -> Url.parse(text) != null),
  UUID(
      "uuid", 72, matching("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")),
  BYTE("byte", 84, matching("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")),
  DATE("date", 72, NamedFormat::isDate),
  DATETIME("datetime", 72, NamedFormat::isDateTime);

  private final String celName;
  private final int regexSize;
  private final Predicate<String> valid;

  NamedFormat(String celName, int regexSize, Predicate<String> valid) {
    this.celName = celName;
    this.regexSize = regexSize;
    this.valid = valid;
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
    List<String> errors = new ArrayList<>();
    if (!valid.test(text)) {
      errors.add("\"" + text + "\" is not of the format " + celName);
    }
    return errors;
  }

  private static Predicate<String> matching(String regex) {
    Pattern pattern = Pattern.compile(regex);
    return text -> pattern.matcher(text).matches();
  }

  /** Generated names get a suffix, so a dash may stand at the end of their prefix. */
  private static String withoutDash(String text) {
    return text.endsWith("-") && text.length() > 1
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }

  private static boolean isLabel(String text) {
    return text.length() <= 63 && text.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  }

  private static boolean isOldLabel(String text) {
    return text.length() <= 63 && text.matches("[a-z]([-a-z0-9]*[a-z0-9])?");
  }

  private static boolean isSubdomain(String text) {
    return text.length() <= 253
        && text.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  }

  private static boolean isLabelValue(String text) {
    return text.isEmpty() || isName(text);
  }

  private static boolean isName(String text) {
    return text.length() <= 63 && text.matches("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  }

  private static boolean isQualifiedName(String text) {
    String[] parts = text.split("/", -1);
    return switch (parts.length) {
      case 1 -> isName(parts[0]);
      case 2 -> isSubdomain(parts[0]) && isName(parts[1]);
      default -> false;
    };
  }

  private static boolean isDate(String text) {
    try {
      return LocalDate.parse(text).toString().equals(text);
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException malformed) {
      return false;
    }
  }
}
