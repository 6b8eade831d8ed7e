package io.github.dratestkit.apiserver.registry;

import java.util.Optional;
import java.util.regex.Pattern;

/** The forms of label and annotation keys and of label values. */
public final class Labels {

  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final int LIMIT = 63;

  private Labels() {}

  /** Returns what is wrong with a qualified name, or empty if nothing is. */
  public static Optional<String> keyProblem(String key) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    if (slash == 0 || name.indexOf('/') >= 0) {
      return Optional.of("a qualified name is a name, or a DNS subdomain, '/' and a name");
    }
    if (slash > 0) {
      Optional<String> problem = NameRule.DNS_SUBDOMAIN.problem(key.substring(0, slash));
      if (problem.isPresent()) {
        return Optional.of("prefix part " + problem.get());
      }
    }
    if (name.isEmpty()) {
      return Optional.of("name part must be non-empty");
    }
    if (name.length() > LIMIT) {
      return Optional.of("name part must be no more than 63 bytes");
    }
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            "name part must consist of letters, digits, '-', '_' or '.', and start and end with a"
                + " letter or digit");
  }

  /** Returns what is wrong with a label value, or empty if nothing is. */
  public static Optional<String> valueProblem(String value) {
    if (value.length() > LIMIT) {
      return Optional.of("must be no more than 63 bytes");
    }
    return VALUE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of(
            "a label value is empty, or letters, digits, '-', '_' or '.', starting and ending with"
                + " a letter or digit");
  }
}
