package io.github.dratestkit.apiserver.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which versions of the API are switched on beside the defaults, by the words of {@code
 * --runtime-config}: {@code api/all}, {@code api/beta}, {@code api/alpha}, {@code group/version} or
 * {@code group/version/resource}, each with {@code =true} or {@code =false}.
 */
public final class RuntimeConfig {

  /** Only the defaults. */
  public static final RuntimeConfig DEFAULTS = new RuntimeConfig(Map.of());

  private static final Pattern FORM =
      Pattern.compile(
          "v1(/[a-z]+)?|api/(all|ga|beta|alpha|legacy|v1)|(?!api/)[a-z0-9.-]+/v[a-z0-9]+(/[a-z]+)?");

  private final Map<String, Boolean> words;

  private RuntimeConfig(Map<String, Boolean> words) {
    this.words = words;
  }

  /**
   * Reads the words of a command line.
   *
   * @throws IllegalArgumentException if a value is neither true nor false, or a word has another
   *     form
   */
  public static RuntimeConfig parse(List<String> entries) {
    Map<String, Boolean> words = new LinkedHashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      String value = equals < 0 ? "true" : entry.substring(equals + 1);
      if (!value.equals("true") && !value.equals("false")) {
        throw new IllegalArgumentException(
            "runtime config \"" + entry + "\": the value must be true or false");
      }
      String word = equals < 0 ? entry : entry.substring(0, equals);
      if (!FORM.matcher(word).matches()) {
        throw new IllegalArgumentException(
            "runtime config \""
                + entry
                + "\": expected are api/all, api/ga, api/beta, api/alpha, GROUP/VERSION or"
                + " GROUP/VERSION/RESOURCE, each with =true or =false");
      }
      words.put(word, Boolean.valueOf(value));
    }
    return new RuntimeConfig(Map.copyOf(words));
  }

  /**
   * Checks that all groups and versions exist.
   *
   * @param versions the versions of each group, whichever Kubernetes has them
   * @throws IllegalArgumentException if one does not
   */
  void requireKnown(Map<String, Set<String>> versions) {
    for (String word : words.keySet()) {
      String[] parts = word.split("/");
      if (word.startsWith("api/") || parts.length < 2 || parts[0].equals("v1")) {
        continue;
      }
      Set<String> known = versions.getOrDefault(parts[0], Set.of());
      if (!known.contains(parts[1])) {
        throw new IllegalArgumentException(
            "runtime config \""
                + word
                + "\": "
                + (known.isEmpty()
                    ? "there is no group " + parts[0] + " among " + versions.keySet()
                    : parts[0] + " has the versions " + String.join(", ", known)));
      }
    }
  }

  /** Says whether a resource is switched on; the most precise word decides. */
  boolean enables(String group, String version, String resource, boolean byDefault) {
    String groupVersion = group.isEmpty() ? version : group + "/" + version;
    for (String word :
        List.of(groupVersion + "/" + resource, groupVersion, "api/" + stage(version), "api/all")) {
      Boolean enabled = words.get(word);
      if (enabled != null) {
        return enabled;
      }
    }
    return byDefault;
  }

  private static String stage(String version) {
    if (version.contains("alpha")) {
      return "alpha";
    }
    return version.contains("beta") ? "beta" : "ga";
  }
}
