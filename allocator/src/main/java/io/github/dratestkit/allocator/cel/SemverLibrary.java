package io.github.dratestkit.allocator.cel;

import static io.github.dratestkit.allocator.cel.CelTypes.SEMVER;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.SimpleType;
import io.github.dratestkit.allocator.value.MalformedVersionException;
import io.github.dratestkit.allocator.value.SemanticVersion;
import java.util.List;

/** The version functions, since 1.33 ({@code apiserver/pkg/cel/library/semverlib.go}). */
final class SemverLibrary {

  private SemverLibrary() {}

  static void addTo(Functions functions) {
    functions
        .global(
            "semver",
            "string_to_semver",
            SEMVER,
            List.of(SimpleType.STRING),
            arguments -> parse((String) arguments[0], false))
        .global(
            "semver",
            "string_bool_to_semver",
            SEMVER,
            List.of(SimpleType.STRING, SimpleType.BOOL),
            arguments -> parse((String) arguments[0], (Boolean) arguments[1]))
        .global(
            "isSemver",
            "is_semver_string",
            SimpleType.BOOL,
            List.of(SimpleType.STRING),
            arguments -> isSemver((String) arguments[0], false))
        .global(
            "isSemver",
            "is_semver_string_bool",
            SimpleType.BOOL,
            List.of(SimpleType.STRING, SimpleType.BOOL),
            arguments -> isSemver((String) arguments[0], (Boolean) arguments[1]));
    addComparisons(functions);
    functions
        .member(
            "major",
            "semver_major",
            SimpleType.INT,
            List.of(SEMVER),
            arguments -> ((SemanticVersion) arguments[0]).major())
        .member(
            "minor",
            "semver_minor",
            SimpleType.INT,
            List.of(SEMVER),
            arguments -> ((SemanticVersion) arguments[0]).minor())
        .member(
            "patch",
            "semver_patch",
            SimpleType.INT,
            List.of(SEMVER),
            arguments -> ((SemanticVersion) arguments[0]).patch());
  }

  private static void addComparisons(Functions functions) {
    functions
        .member(
            "isGreaterThan",
            "semver_is_greater_than",
            SimpleType.BOOL,
            List.of(SEMVER, SEMVER),
            arguments -> compare(arguments) > 0)
        .member(
            "isLessThan",
            "semver_is_less_than",
            SimpleType.BOOL,
            List.of(SEMVER, SEMVER),
            arguments -> compare(arguments) < 0)
        .member(
            "compareTo",
            "semver_compare_to",
            SimpleType.INT,
            List.of(SEMVER, SEMVER),
            arguments -> (long) compare(arguments));
  }

  private static int compare(Object[] arguments) {
    return ((SemanticVersion) arguments[0]).compareTo((SemanticVersion) arguments[1]);
  }

  private static boolean isSemver(String text, boolean normalize) {
    try {
      SemanticVersion.parse(normalize ? normalize(text) : text);
      return true;
    } catch (MalformedVersionException malformed) {
      return false;
    }
  }

  private static SemanticVersion parse(String text, boolean normalize) {
    try {
      return SemanticVersion.parse(normalize ? normalize(text) : text);
    } catch (MalformedVersionException malformed) {
      throw new CelInvalidArgumentException(malformed);
    }
  }

  /** Removes a leading v and leading zeros, and adds the parts that are missing. */
  private static String normalize(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    for (int i = 0; i < parts.length; i++) {
      parts[i] = withoutLeadingZeros(parts[i]);
    }
    if (parts.length == 3) {
      return String.join(".", parts);
    }
    String last = parts[parts.length - 1];
    if (last.indexOf('+') >= 0 || last.indexOf('-') >= 0) {
      // Left as it is: a short version with a suffix is malformed.
      return text;
    }
    return String.join(".", parts) + ".0".repeat(3 - parts.length);
  }

  private static String withoutLeadingZeros(String part) {
    if (part.length() <= 1) {
      return part;
    }
    int start = 0;
    while (start < part.length() && part.charAt(start) == '0') {
      start++;
    }
    String rest = part.substring(start);
    boolean digit = !rest.isEmpty() && rest.charAt(0) >= '0' && rest.charAt(0) <= '9';
    return digit ? rest : "0" + rest;
  }
}
