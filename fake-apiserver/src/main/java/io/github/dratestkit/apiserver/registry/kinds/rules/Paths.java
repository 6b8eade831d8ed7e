package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.util.List;

/** The forms of paths in files of pods (pkg/apis/core/validation/validation.go, 1.37). */
public final class Paths {

  private Paths() {}

  /** A path that does not lead upwards. */
  public static void noBacksteps(Field field) {
    if (hasBacksteps(field.text())) {
      field.invalid("must not contain '..'");
    }
  }

  public static boolean hasBacksteps(String path) {
    return List.of(path.split("/", -1)).contains("..");
  }

  /** A path that leads down from wherever it starts. */
  public static void descending(Field field) {
    if (field.text().startsWith("/")) {
      field.invalid("must be a relative path");
    }
    noBacksteps(field);
  }

  /** Such a path of which the first part is not one of those that are kept for data. */
  public static void descendingAndFree(Field field) {
    descending(field);
    if (field.text().startsWith("..") && !field.text().startsWith("../")) {
      field.invalid("must not start with '..'");
    }
  }
}
