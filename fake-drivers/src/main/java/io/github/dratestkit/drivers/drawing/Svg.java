package io.github.dratestkit.drivers.drawing;

import java.util.Locale;

/** Collects the elements of one picture. Measures are pixels. */
final class Svg {

  private final StringBuilder elements = new StringBuilder();
  private double width;
  private double height;

  Svg rectangle(double x, double y, double w, double h, String style) {
    elements.append(
        format(
            "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"6\" class=\"%s\"/>%n",
            x, y, w, h, style));
    return reach(x + w, y + h);
  }

  Svg circle(double x, double y, double radius, String fill, String title) {
    elements.append(
        format(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"><title>%s</title></circle>%n",
            x, y, radius, fill, escape(title)));
    return reach(x + radius, y + radius);
  }

  Svg line(double fromX, double fromY, double toX, double toY) {
    elements.append(
        format(
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"link\"/>%n",
            fromX, fromY, toX, toY));
    return reach(Math.max(fromX, toX), Math.max(fromY, toY));
  }

  Svg text(double x, double y, String style, String text) {
    elements.append(
        format("<text x=\"%.0f\" y=\"%.0f\" class=\"%s\">%s</text>%n", x, y, style, escape(text)));
    return reach(x + 7.0 * text.length(), y);
  }

  /** Returns the picture with a title for those who cannot see it. */
  String finish(String title) {
    double fullWidth = width + 16;
    double fullHeight = height + 16;
    return format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">%n",
            fullWidth, fullHeight, fullWidth, fullHeight)
        + "<title>"
        + escape(title)
        + "</title>\n"
        + STYLE
        + elements
        + "</svg>\n";
  }

  private static final String STYLE =
      """
      <style>
      text { font-family: sans-serif; font-size: 12px; fill: #222 }
      .title { font-size: 15px; font-weight: bold }
      .small { font-size: 10px; fill: #555 }
      .node { fill: #f7f7f7; stroke: #888 }
      .numa { fill: #e8eef7; stroke: #9ab }
      .root { fill: #fff; stroke: #bbb }
      .device { fill: #d7ecd9; stroke: #6a9 }
      .link { stroke: #bbb; stroke-width: 1 }
      </style>
      """;

  private Svg reach(double x, double y) {
    width = Math.max(width, x);
    height = Math.max(height, y);
    return this;
  }

  private static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern.replace("%n", "\n"), arguments);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
