package io.github.dratestkit.report;

/** A small picture of the result, for a README. */
final class Badge {

  private Badge() {}

  static String of(ConformanceRun run) {
    String text =
        run.conformant()
            ? run.count(Outcome.PASSED) + " of " + run.scenarios().size() + " pass"
            : "not conformant";
    String colour = run.conformant() ? "#2e7d32" : "#c62828";
    int left = 130;
    int right = 20 + 7 * text.length();
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="DRA conformance: %4$s">
          <rect width="%2$d" height="20" fill="#444"/>
          <rect x="%2$d" width="%3$d" height="20" fill="%5$s"/>
          <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
            <text x="%6$d" y="14">DRA conformance</text>
            <text x="%7$d" y="14">%4$s</text>
          </g>
        </svg>
        """
        .formatted(left + right, left, right, text, colour, left / 2, left + right / 2);
  }
}
