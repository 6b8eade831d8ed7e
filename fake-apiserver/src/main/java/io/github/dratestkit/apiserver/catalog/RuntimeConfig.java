package io.github.dratestkit.apiserver.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which versions of the API are switched on beside the defaults, by the words of {@code
 * --runtime-config}: {@code api/all}, {@code api/beta}, {@code api/alpha}, {@code group/version} or
 * {@code group/version/resource}, each with {@code =true} or {@code =false}.
 */
public final class RuntimeConfig {

  /** Only the defaults. */
  public static final RuntimeConfig DEFAULTS = new RuntimeConfig(Map.of());

  private final Map<String, Boolean> words;

  private RuntimeConfig(Map<String, Boolean> words) {
    this.words = words;
  }

  /**
   * Reads the words of a command line.
   *
   * @throws IllegalArgumentException if a value is neither true nor false
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
      words.put(equals < 0 ? entry : entry.substring(0, equals), Boolean.valueOf(value));
    }
    return new RuntimeConfig(Map.copyOf(words));
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
