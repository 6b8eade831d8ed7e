package io.github.dratestkit.allocator.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/** The functions {@code find} and {@code findAll} ({@code apiserver/pkg/cel/library/regex.go}). */
final class RegexLibrary {

  private static final CelType STRING = SimpleType.STRING;
  private static final CelType STRINGS = ListType.create(STRING);

  private RegexLibrary() {}

  static void addTo(Functions functions) {
    functions
        .member(
            "find",
            "string_find_string",
            STRING,
            List.of(STRING, STRING),
            a -> find((String) a[0], (String) a[1]))
        .member(
            "findAll",
            "string_find_all_string",
            STRINGS,
            List.of(STRING, STRING),
            a -> findAll((String) a[0], (String) a[1], -1))
        .member(
            "findAll",
            "string_find_all_string_int",
            STRINGS,
            List.of(STRING, STRING, SimpleType.INT),
            a -> findAll((String) a[0], (String) a[1], (Long) a[2]));
  }

  private static Matcher matcher(String text, String regex) {
    try {
      return Pattern.compile(regex).matcher(text);
    } catch (PatternSyntaxException illegal) {
      throw new CelInvalidArgumentException(illegal);
    }
  }

  private static String find(String text, String regex) {
    Matcher matcher = matcher(text, regex);
    return matcher.find() ? matcher.group() : "";
  }

  private static List<String> findAll(String text, String regex, long limit) {
    List<String> found = new ArrayList<>();
    Matcher matcher = matcher(text, regex);
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }
}
