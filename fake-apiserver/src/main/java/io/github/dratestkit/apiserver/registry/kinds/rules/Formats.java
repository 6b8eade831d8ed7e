package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.Labels;
import io.github.dratestkit.apiserver.registry.NameRule;
import java.util.regex.Pattern;

/** The forms of texts and numbers in the API (apimachinery/pkg/util/validation, 1.37). */
public final class Formats {

  private static final int HIGHEST_PORT = 65_535;
  private static final int LONGEST_PORT_NAME = 15;
  private static final long HIGHEST_ID = Integer.MAX_VALUE;
  private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");
  private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");
  private static final Pattern UNDERSCORE_SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*");
  private static final int SUBDOMAIN_LIMIT = 253;

  private Formats() {}

  public static void dnsLabel(Field field) {
    field.invalid(NameRule.DNS_LABEL.problem(field.text()));
  }

  public static void dnsSubdomain(Field field) {
    field.invalid(NameRule.DNS_SUBDOMAIN.problem(field.text()));
  }

  /** Search domains may have underscores in them. */
  public static void dnsSubdomainWithUnderscore(Field field, String text) {
    if (text.length() > SUBDOMAIN_LIMIT || !UNDERSCORE_SUBDOMAIN.matcher(text).matches()) {
      field.invalid("must be a DNS subdomain, in which '_' is allowed too");
    }
  }

  public static void qualifiedName(Field field) {
    Labels.keyProblems(field.text()).forEach(field::invalid);
  }

  public static void labelValue(Field field) {
    field.invalid(Labels.valueProblem(field.text()));
  }

  /** The name that a new object could have: wanted, and a DNS subdomain. */
  public static void name(Field field) {
    if (field.isThere()) {
      dnsSubdomain(field);
    }
  }

  public static void portNumber(Field field) {
    field.between(1, HIGHEST_PORT);
  }

  public static boolean isPortName(String name) {
    return name.length() <= LONGEST_PORT_NAME
        && PORT_NAME.matcher(name).matches()
        && LETTER.matcher(name).find()
        && !name.contains("--")
        && !name.startsWith("-")
        && !name.endsWith("-");
  }

  public static void portName(Field field) {
    if (!isPortName(field.text())) {
      field.invalid("must be up to 15 lowercase letters, digits and single '-', with a letter");
    }
  }

  /** The number of a port, or the name of one. */
  public static void port(Field field) {
    if (field.value().isString()) {
      portName(field);
    } else {
      portNumber(field);
    }
  }

  public static void headerName(Field field, String name) {
    if (!HEADER.matcher(name).matches()) {
      field.invalid("a header's name consists of letters, digits and '-'");
    }
  }

  /** The number of a user or of a group. */
  public static void identity(Field field) {
    if (field.isSet()) {
      field.between(0, HIGHEST_ID);
    }
  }

  /** The name of a variable of the environment: printable ASCII without an equals sign. */
  public static void variable(Field field) {
    String text = field.text();
    boolean printable =
        text.chars().allMatch(letter -> letter >= ' ' && letter < 0x7f && letter != '=');
    if (text.isEmpty() || !printable) {
      field.invalid("a name is printable ASCII without '='");
    }
  }

  public static void dataKey(Field field) {
    if (!DataKeys.isKey(field.text())) {
      field.invalid(DataKeys.FORM);
    }
  }
}
