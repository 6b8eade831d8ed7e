package io.github.dratestkit.apiserver.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The forms of label and annotation keys and of label values. */
public final class Labels {

  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final int LIMIT = 63;

  private Labels() {}

  /**
   * Returns everything that is wrong with a qualified name, each of which is a cause of its own; a
   * name that is empty is also none of the right letters (IsQualifiedName, 1.37).
   */
  public static List<String> keyProblems(String key) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    if (name.indexOf('/') >= 0) {
      return List.of("a qualified name is a name, or a DNS subdomain, '/' and a name");
    }
    List<String> problems = new ArrayList<>();
    if (slash == 0) {
      problems.add("prefix part must be non-empty");
    } else if (slash > 0) {
      NameRule.DNS_SUBDOMAIN
          .problem(key.substring(0, slash))
          .ifPresent(problem -> problems.add("prefix part " + problem));
    }
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (name.length() > LIMIT) {
      problems.add("name part must be no more than 63 bytes");
    }
    if (!NAME.matcher(name).matches()) {
      problems.add(
          "name part must consist of letters, digits, '-', '_' or '.', and start and end with a"
              + " letter or digit");
    }
    return problems;
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
