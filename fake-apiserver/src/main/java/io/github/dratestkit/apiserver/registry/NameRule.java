package io.github.dratestkit.apiserver.registry;

import java.util.Optional;
import java.util.regex.Pattern;

/** What names of a kind look like (apimachinery/pkg/api/validation, 1.37). */
public enum NameRule {
  DNS_SUBDOMAIN(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
      253,
      "a lowercase RFC 1123 subdomain: letters, digits, '-' and '.', at most 253"),
  /** Device classes: a DNS subdomain too, but what names are generated from is not looked at. */
  DNS_SUBDOMAIN_FROM_ANY_PREFIX(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
      253,
      "a lowercase RFC 1123 subdomain: letters, digits, '-' and '.', at most 253"),
  DNS_LABEL(
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
      63,
      "a lowercase RFC 1123 label: letters, digits and '-', at most 63"),
  /** Services: a label that starts with a letter. */
  DNS_1035_LABEL(
      "[a-z]([-a-z0-9]*[a-z0-9])?",
      63,
      "a lowercase RFC 1035 label: letters, digits and '-', a letter first, at most 63"),
  /** Candidates for leases: what could be a key of a ConfigMap. */
  DATA_KEY("(?!\\.$|\\.\\.)[-._a-zA-Z0-9]+", 253, "letters, digits, '-', '_' and '.', at most 253"),
  /** Anything that can be one part of a path: roles and bindings. */
  PATH_SEGMENT("(?!\\.\\.?$)[^/%]+", Integer.MAX_VALUE, "no '.', '..', '/' or '%'");

  private final Pattern pattern;
  private final int limit;
  private final String description;

  NameRule(String pattern, int limit, String description) {
    this.pattern = Pattern.compile(pattern);
    this.limit = limit;
    this.description = description;
  }

  /** Returns what is wrong with a name, or empty if nothing is. */
  public Optional<String> problem(String name) {
    return name.length() <= limit && (isPlain(name) || pattern.matcher(name).matches())
        ? Optional.empty()
        : Optional.of("must be " + description);
  }

  /**
   * Says whether a name surely keeps the rule: letters, digits and inner dashes, a letter first, as
   * most names have it.
   */
  private static boolean isPlain(String name) {
    char last = '-';
    for (int place = 0; place < name.length(); place++) {
      last = name.charAt(place);
      boolean inside = last >= '0' && last <= '9' || last == '-';
      if (!(last >= 'a' && last <= 'z' || inside && place > 0)) {
        return false;
      }
    }
    return last != '-';
  }

  /** Returns what is wrong with a prefix of generated names; it may end in a dash. */
  Optional<String> prefixProblem(String prefix) {
    if (this == DNS_SUBDOMAIN_FROM_ANY_PREFIX) {
      return Optional.empty();
    }
    // As upstream, which looks for what the prefix could become, the letter before the dash is
    // not looked at (maskTrailingDash, 1.37).
    boolean dashed = prefix.length() > 1 && prefix.endsWith("-");
    return problem(dashed ? prefix.substring(0, prefix.length() - 2) + "a" : prefix);
  }
}
