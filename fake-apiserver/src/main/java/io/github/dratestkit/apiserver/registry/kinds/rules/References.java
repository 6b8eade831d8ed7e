package io.github.dratestkit.apiserver.registry.kinds.rules;

import io.github.dratestkit.apiserver.registry.NameRule;
import java.util.List;

/** References from one object to another. */
public final class References {

  private References() {}

  /** Kind, name and perhaps group of an object. */
  public static void typed(Field reference) {
    if (reference.has("apiGroup")) {
      Formats.dnsSubdomain(reference.at("apiGroup"));
    }
    for (String field : List.of("kind", "name")) {
      required(reference.at(field));
    }
  }

  /** A text that is wanted and could be a part of a path. */
  public static void required(Field segment) {
    if (segment.isThere()) {
      segment(segment);
    }
  }

  /** A text that could be a part of a path. */
  private static void segment(Field segment) {
    segment.invalid(NameRule.PATH_SEGMENT.problem(segment.text()));
  }
}
