package io.github.dratestkit.apiserver.custom;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order in which a group prefers its versions: v10, v2, v1, v11beta2, v10beta3, v3beta1,
 * v12alpha1, foo1, foo10 (apimachinery, pkg/version/helpers.go, 1.37).
 */
final class VersionPriority implements Comparator<String> {

  private static final Pattern FORM =
      Pattern.compile("v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?");

  @Override
  public int compare(String one, String other) {
    Matcher first = FORM.matcher(one);
    Matcher second = FORM.matcher(other);
    boolean known = first.matches();
    if (!known || !second.matches()) {
      return known == second.matches() ? one.compareTo(other) : known ? -1 : 1;
    }
    int stages = Integer.compare(stage(second), stage(first));
    if (stages != 0) {
      return stages;
    }
    int majors = compareNumbers(second.group(1), first.group(1));
    return majors != 0 || first.group(3) == null
        ? majors
        : compareNumbers(second.group(3), first.group(3));
  }

  private static int stage(Matcher version) {
    String stage = version.group(2);
    if (stage == null) {
      return 2;
    }
    return stage.equals("beta") ? 1 : 0;
  }

  private static int compareNumbers(String one, String other) {
    return one.length() == other.length()
        ? one.compareTo(other)
        : Integer.compare(one.length(), other.length());
  }
}
