package io.github.dratestkit.apiserver.patch;

import java.util.Comparator;

/**
 * Who owns fields, as far as one owner is told from another.
 *
 * @param operation how the manager writes
 * @param apiVersion the version it writes in; empty for one that applies, which stays the same
 *     manager whatever version it uses
 * @param subresource empty for the main resource
 */
record Manager(String name, Operation operation, String apiVersion, String subresource)
    implements Comparable<Manager> {

  private static final Comparator<Manager> ORDER =
      Comparator.comparing(Manager::name)
          .thenComparing(Manager::operation)
          .thenComparing(Manager::apiVersion)
          .thenComparing(Manager::subresource);

  /** How a manager writes. */
  enum Operation {
    APPLY("Apply"),
    UPDATE("Update");

    private final String text;

    Operation(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }

    static Operation named(String text) {
      for (Operation operation : values()) {
        if (operation.text.equals(text)) {
          return operation;
        }
      }
      throw new IllegalArgumentException("operation must be `Apply` or `Update`");
    }
  }

  static Manager of(String name, Operation operation, String apiVersion, String subresource) {
    return new Manager(
        name, operation, operation == Operation.APPLY ? "" : apiVersion, subresource);
  }

  /** Returns the manager as conflicts name it. */
  String shown() {
    String shown = "\"" + name + "\"";
    if (!subresource.isEmpty()) {
      shown += " with subresource \"" + subresource + "\"";
    }
    return operation == Operation.UPDATE ? shown + " using " + apiVersion : shown;
  }

  @Override
  public int compareTo(Manager other) {
    return ORDER.compare(this, other);
  }
}
