package io.github.dratestkit.report;

import java.io.PrintStream;
import java.util.Map;

/**
 * The terminal that a run talks to.
 *
 * @param interactive whether a line may be rewritten in place
 * @param colours whether colours are wanted
 * @param width in characters
 */
public record Terminal(PrintStream out, boolean interactive, boolean colours, int width) {

  private static final int DEFAULT_WIDTH = 80;

  /** Returns the terminal of this process; {@code NO_COLOR} and pipes are respected. */
  public static Terminal ofProcess(Map<String, String> environment, boolean isConsole) {
    boolean interactive = isConsole && !"dumb".equals(environment.get("TERM"));
    return new Terminal(
        System.out,
        interactive,
        interactive && environment.getOrDefault("NO_COLOR", "").isEmpty(),
        width(environment.get("COLUMNS")));
  }

  private static int width(@org.jspecify.annotations.Nullable String columns) {
    try {
      return columns == null ? DEFAULT_WIDTH : Math.max(40, Integer.parseInt(columns));
    } catch (NumberFormatException notANumber) {
      return DEFAULT_WIDTH;
    }
  }

  /** Colours of outcomes. */
  enum Colour {
    GREEN(32),
    RED(31),
    YELLOW(33),
    GREY(90);

    private final int code;

    Colour(int code) {
      this.code = code;
    }
  }

  String coloured(Colour colour, String text) {
    return colours ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
  }

  void line(String text) {
    if (interactive) {
      out.print("\r\u001b[K");
    }
    out.println(text);
  }

  void transientLine(String text) {
    if (interactive) {
      out.print("\r\u001b[K" + (text.length() < width ? text : text.substring(0, width - 1)));
      out.flush();
    }
  }
}
