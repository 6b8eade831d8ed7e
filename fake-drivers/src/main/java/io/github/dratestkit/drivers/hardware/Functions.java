package io.github.dratestkit.drivers.hardware;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.UUID;

/** The functions that templates may call. All are pure: the same model is the same everywhere. */
final class Functions {

  private Functions() {}

  static Object call(String name, List<Object> arguments) {
    return switch (name) {
      case "uuid" -> uuid(arguments).toString();
      case "digest" -> digest((Long) arguments.get(0), arguments.subList(1, arguments.size()));
      case "hex" -> hex((Long) arguments.get(0), (Long) arguments.get(1));
      case "number" -> Long.parseLong((String) arguments.get(0), 16);
      case "mac" -> mac(arguments);
      case "steps" -> steps((Long) arguments.get(0), (Long) arguments.get(1));
      case "min" -> Math.min((Long) arguments.get(0), (Long) arguments.get(1));
      case "max" -> Math.max((Long) arguments.get(0), (Long) arguments.get(1));
      case "size" -> (long) ((List<?>) arguments.get(0)).size();
      case "if" -> (Boolean) arguments.get(0) ? arguments.get(1) : arguments.get(2);
      case "replace" ->
          ((String) arguments.get(0)).replace((String) arguments.get(1), (String) arguments.get(2));
      default -> throw new TemplateException("there is no function \"" + name + "\"");
    };
  }

  /** A UUID that depends on the arguments only. */
  private static UUID uuid(List<Object> seed) {
    return UUID.nameUUIDFromBytes(joined(seed).getBytes(StandardCharsets.UTF_8));
  }

  /** That many hexadecimal digits, at most 32, that depend on the other arguments only. */
  private static String digest(long length, List<Object> seed) {
    return uuid(seed).toString().replace("-", "").substring(0, Math.toIntExact(length));
  }

  private static String hex(long value, long width) {
    return String.format(Locale.ROOT, "%0" + width + "x", value);
  }

  /** A hardware address of the locally administered range. */
  private static String mac(List<Object> seed) {
    String digits = digest(10, seed);
    StringJoiner address = new StringJoiner(":").add("02");
    for (int index = 0; index < digits.length(); index += 2) {
      address.add(digits.substring(index, index + 2));
    }
    return address.toString();
  }

  /** The multiples of {@code step} below {@code end}, from 0. */
  private static List<Object> steps(long end, long step) {
    List<Object> steps = new ArrayList<>();
    for (long value = 0; value < end; value += step) {
      steps.add(value);
    }
    return steps;
  }

  private static String joined(List<Object> values) {
    StringJoiner joiner = new StringJoiner("/");
    values.forEach(value -> joiner.add(String.valueOf(value)));
    return joiner.toString();
  }
}
