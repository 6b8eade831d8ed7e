package io.github.dratestkit.allocator.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is told of an evaluation that failed, as {@code cel-go} 0.29 words it, with the advice of
 * {@code dynamic-resource-allocation/cel/errors.go}. The engine here has words of its own.
 */
final class RuntimeMessages {

  private static final Pattern PLACE =
      Pattern.compile("evaluation error at <input>:(?<offset>\\d+): (?<text>.*)", Pattern.DOTALL);
  private static final Pattern MISSING_KEY =
      Pattern.compile(
          "key '(?<key>.*)' is not present in map\\.|Error resolving field '(?<field>.*)'\\. .*"
              + "|no such key: (?<other>.*)",
          Pattern.DOTALL);
  private static final Pattern MISSING_OVERLOAD =
      Pattern.compile("No matching overload for function '(?<function>[^']*)'.*", Pattern.DOTALL);
  private static final Pattern INDEX = Pattern.compile("Index out of bounds: (-?\\d+)");
  private static final Pattern OVERFLOW =
      Pattern.compile("long overflow|.*out of (?<unsigned>unsigned )?integer range");
  private static final Pattern ITERABLE =
      Pattern.compile("got 'class [\\w.]*\\.(?<type>\\w+)', expected iterable type");

  private static final String MISSING = "no such key: ";

  private static final String ADVICE =
      ". consider using CEL optional chaining (.? followed by orValue()) or guarding the check with"
          + " has() for optional fields";
  private static final String NO_OVERLOAD = "no such overload";

  /** Functions that say no more than that they have no overload, as all operators do. */
  private static final Set<String> TERSE = Set.of("startsWith", "endsWith", "contains", "matches");

  private RuntimeMessages() {}

  /** Tells which types the arguments of a call had, where that is known. */
  @FunctionalInterface
  interface Calls {
    /** Returns the types of the arguments of the call of a function at an offset. */
    Optional<List<CelType>> argumentTypes(String function, int offset);
  }

  /** Words a failure of an expression about a device; whoever misses a key gets advice. */
  static String ofDevice(String told, String source, Calls calls) {
    String text = of(told, source, calls);
    return text.contains(MISSING) ? text + ADVICE : text;
  }

  /**
   * Words a failure.
   *
   * @param told what the engine says
   * @param source the expression
   */
  static String of(String told, String source, Calls calls) {
    Matcher place = PLACE.matcher(told);
    if (!place.matches()) {
      return told;
    }
    int offset = Integer.parseInt(place.group("offset"));
    String text = place.group("text");
    Matcher key = MISSING_KEY.matcher(text);
    if (key.matches()) {
      return MISSING + firstGroup(key);
    }
    Matcher overload = MISSING_OVERLOAD.matcher(text);
    if (overload.matches()) {
      return noOverload(overload.group("function"), offset, calls);
    }
    Matcher index = INDEX.matcher(text);
    if (index.matches()) {
      return "index out of bounds: " + index.group(1);
    }
    Matcher overflow = OVERFLOW.matcher(text);
    if (overflow.matches()) {
      return (overflow.group("unsigned") == null ? "" : "unsigned ") + "integer overflow";
    }
    Matcher iterable = ITERABLE.matcher(text);
    if (iterable.matches()) {
      return "got '%s', expected iterable type".formatted(goType(iterable.group("type")));
    }
    if (text.equals("/ by zero")) {
      return (source.codePointAt(source.offsetByCodePoints(0, offset)) == '%'
              ? "modulus"
              : "division")
          + " by zero";
    }
    if (text.startsWith("Expected boolean value")) {
      return NO_OVERLOAD;
    }
    // Only times leave their range where the sum is not a long.
    if (text.startsWith("Function '_+_' failed") || text.startsWith("Function '_-_' failed")) {
      return "timestamp overflow";
    }
    return text.equals("Function 'value' failed with arg(s) 'Optional.empty'")
        ? "optional.none() dereference"
        : text;
  }

  private static String firstGroup(Matcher key) {
    String found = key.group("key") == null ? key.group("field") : key.group("key");
    return found == null ? key.group("other") : found;
  }

  private static String noOverload(String function, int offset, Calls calls) {
    boolean isOperator = function.indexOf('_') >= 0 || function.startsWith("@");
    if (isOperator || TERSE.contains(function)) {
      return NO_OVERLOAD;
    }
    Optional<List<CelType>> types =
        function.equals("size") ? Optional.empty() : calls.argumentTypes(function, offset);
    return NO_OVERLOAD
        + ": "
        + function
        + types
            .map(all -> all.stream().map(CelType::name).collect(Collectors.joining(", ", "(", ")")))
            .orElse("");
  }

  private static String goType(String java) {
    return switch (java) {
      case "Long" -> "types.Int";
      case "UnsignedLong" -> "types.Uint";
      case "Boolean", "Double", "String" -> "types." + java.replace("Boolean", "Bool");
      case "SemanticVersion" -> "cel.Semver";
      default -> "cel." + java;
    };
  }

  /** Words the refusal of a result that is not the bool that a selector owes. */
  static String notBoolean(Object value) {
    CelType type = TypeFunction.typeOf(value);
    Object inner = value;
    while (inner instanceof Optional<?> optional) {
      if (optional.isEmpty()) {
        return notBoolean(type, "optional.none() dereference");
      }
      inner = optional.get();
    }
    return notBoolean(type, unconvertible(TypeFunction.typeOf(inner)));
  }

  private static String notBoolean(CelType type, String reason) {
    return "CEL result of type " + name(type) + " could not be converted to bool: " + reason;
  }

  private static String name(CelType type) {
    return type.equals(SimpleType.NULL_TYPE) ? "null_type" : type.name();
  }

  private static String unconvertible(CelType type) {
    String name = name(type);
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return switch (type.kind()) {
      case STRING -> "unsupported native conversion from string to 'bool'";
      case INT, UINT -> "unsupported type conversion from '" + simple + "' to bool";
      case DOUBLE -> "type conversion error from Double to 'bool'";
      case BYTES -> "type conversion error from Bytes to 'bool'";
      case LIST, MAP -> "type conversion error from " + simple + " to 'bool'";
      case TYPE -> "type conversion not supported for 'type'";
      default -> "type conversion error from '" + simple + "' to 'bool'";
    };
  }
}
