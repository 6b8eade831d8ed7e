package io.github.dratestkit.features.steps;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words in which scenarios select devices, and the CEL that they stand for.
 *
 * <pre>
 * memory is at least 40Gi
 * productName is "NVIDIA H100 80GB HBM3"
 * resource.kubernetes.io/numaNode is 1
 * driverVersion is at least 550.0.0
 * memory is at least 40Gi and architecture is "Hopper"
 * `any CEL expression`
 * </pre>
 *
 * <p>A name without a domain belongs to the driver of the class.
 */
final class Where {

  private static final Pattern CLAUSE = Pattern.compile("(\\S+) is (at least )?(.+)");
  private static final Pattern QUANTITY = Pattern.compile("[0-9.]+([KMGTPE]i?|[mkunG])?");
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+\\S*");

  private Where() {}

  /** Returns the CEL expression for {@code words}. */
  static String toCel(String words, String driver) {
    if (words.startsWith("`")) {
      return words.substring(1, words.length() - 1);
    }
    StringBuilder expression = new StringBuilder();
    for (String clause : words.split(" and ", -1)) {
      expression.append(expression.isEmpty() ? "" : " && ").append(clauseToCel(clause, driver));
    }
    return expression.toString();
  }

  private static String clauseToCel(String clause, String driver) {
    Matcher matcher = CLAUSE.matcher(clause.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("\"" + clause + "\" is not of the form: NAME is VALUE");
    }
    String name = matcher.group(1);
    String value = matcher.group(3);
    int slash = name.indexOf('/');
    String domain = slash < 0 ? driver : name.substring(0, slash);
    String path = "[\"" + domain + "\"]." + name.substring(slash + 1);
    if (matcher.group(2) == null) {
      return "device.attributes" + path + " == " + value;
    }
    if (VERSION.matcher(value).matches()) {
      return "device.attributes" + path + ".compareTo(semver(\"" + value + "\")) >= 0";
    }
    if (QUANTITY.matcher(value).matches()) {
      return "device.capacity" + path + ".compareTo(quantity(\"" + value + "\")) >= 0";
    }
    throw new IllegalArgumentException("\"" + value + "\" is neither a quantity nor a version");
  }
}
