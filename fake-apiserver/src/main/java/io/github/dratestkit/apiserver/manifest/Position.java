package io.github.dratestkit.apiserver.manifest;

import java.util.Comparator;

/**
 * A place in a file.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record Position(int line, int column) implements Comparable<Position> {

  /** Where a file begins. */
  public static final Position START = new Position(1, 1);

  private static final Comparator<Position> ORDER =
      Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
