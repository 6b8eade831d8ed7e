package io.github.dratestkit.allocator.cel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is wrong with names, in the words of {@code apimachinery/pkg/util/validation} and {@code
 * api/validate/content} (1.37). Expressions can read these texts, and pay for their length.
 */
final class NameRules {

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String OLD_LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?";
  private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + KEY + ")?";
  private static final String USED = "regex used for validation is '";
  private static final String KEY_MESSAGE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', "
          + USED
          + KEY
          + "')";

  private static final int LABEL_LENGTH = 63;
  private static final int SUBDOMAIN_LENGTH = 253;

  private NameRules() {}

  private static boolean matches(String regex, String text) {
    return Pattern.compile(regex).matcher(text).matches();
  }

  private static List<String> tooLong(String text, int most) {
    List<String> errors = new ArrayList<>();
    if (text.getBytes(StandardCharsets.UTF_8).length > most) {
      errors.add("must be no more than " + most + " characters");
    }
    return errors;
  }

  static List<String> label(String text) {
    List<String> errors = tooLong(text, LABEL_LENGTH);
    if (!matches(LABEL, text)) {
      errors.add(
          matches(SUBDOMAIN, text)
              ? "must not contain dots"
              : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                  + " '-', and must start and end with an alphanumeric character (e.g. 'my-name', "
                  + " or '123-abc', "
                  + USED
                  + LABEL
                  + "')");
    }
    return errors;
  }

  static List<String> subdomain(String text) {
    List<String> errors = tooLong(text, SUBDOMAIN_LENGTH);
    if (!matches(SUBDOMAIN, text)) {
      errors.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g."
              + " 'example.com', "
              + USED
              + SUBDOMAIN
              + "')");
    }
    return errors;
  }

  static List<String> oldLabel(String text) {
    List<String> errors = tooLong(text, LABEL_LENGTH);
    if (!matches(OLD_LABEL, text)) {
      errors.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character (e.g."
              + " 'my-name',  or 'abc-123', "
              + USED
              + OLD_LABEL
              + "')");
    }
    return errors;
  }

  static List<String> qualifiedName(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length > 2) {
      return List.of(
          "a valid label key "
              + KEY_MESSAGE
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    List<String> errors = new ArrayList<>();
    if (parts.length == 2 && parts[0].isEmpty()) {
      errors.add("prefix part must be non-empty");
    } else if (parts.length == 2) {
      subdomain(parts[0]).forEach(error -> errors.add("prefix part " + error));
    }
    String name = parts[parts.length - 1];
    if (name.isEmpty()) {
      errors.add("name part must be non-empty");
    }
    tooLong(name, LABEL_LENGTH).forEach(error -> errors.add("name part " + error));
    if (!matches(KEY, name)) {
      errors.add("name part " + KEY_MESSAGE);
    }
    return errors;
  }

  static List<String> labelValue(String text) {
    List<String> errors = tooLong(text, LABEL_LENGTH);
    if (!matches(VALUE, text)) {
      errors.add(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', "
              + USED
              + VALUE
              + "')");
    }
    return errors;
  }

  /** Generated names get a suffix, so a dash may stand at the end of their prefix. */
  static String withoutDash(String text) {
    return text.endsWith("-") && text.length() > 1
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }
}
