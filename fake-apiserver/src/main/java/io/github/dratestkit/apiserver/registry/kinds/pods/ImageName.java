package io.github.dratestkit.apiserver.registry.kinds.pods;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image, as far as the default pull policy depends on it: a name that is no
 * reference has no tag, and an image without tag and digest is the latest (pkg/util/parsers, 1.37).
 */
final class ImageName {

  private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String DOMAIN =
      "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+])(?::[0-9]+)?";
  private static final String DIGEST =
      "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?<name>(?:"
              + DOMAIN
              + "/)?"
              + COMPONENT
              + "(?:/"
              + COMPONENT
              + ")*)(?::(?<tag>\\w[\\w.-]{0,127}))?(?:@(?<digest>"
              + DIGEST
              + "))?");
  private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");
  private static final int LONGEST_PATH = 255;

  private ImageName() {}

  /** Says whether the newest image of a name is meant. */
  static boolean isLatest(String image) {
    Matcher reference = REFERENCE.matcher(image);
    if (!reference.matches() || IDENTIFIER.matcher(image).matches()) {
      return false;
    }
    if (path(reference.group("name")).length() > LONGEST_PATH) {
      return false;
    }
    String tag = reference.group("tag");
    return tag == null ? reference.group("digest") == null : tag.equals("latest");
  }

  // A name without a domain is one of Docker's, which stand under library.
  private static String path(String name) {
    int slash = name.indexOf('/');
    if (slash < 0) {
      return "library/" + name;
    }
    String first = name.substring(0, slash);
    boolean domain = first.contains(".") || first.contains(":") || first.equals("localhost");
    return domain ? name.substring(slash + 1) : name;
  }
}
