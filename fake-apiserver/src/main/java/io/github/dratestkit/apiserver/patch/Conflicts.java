package io.github.dratestkit.apiserver.patch;

import io.github.dratestkit.apiserver.status.StatusErrors;
import io.github.dratestkit.apiserver.status.StatusException;
import io.github.dratestkit.apiserver.status.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fields that somebody applies with other values than their managers gave them. */
final class Conflicts extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Map<Manager, FieldSet> fields;

  Conflicts(Map<Manager, FieldSet> fields) {
    super("conflicts with " + fields.keySet(), null, false, false);
    this.fields = new TreeMap<>(fields);
  }

  FieldSet all() {
    return fields.values().stream().reduce(new FieldSet(), FieldSet::union);
  }

  /** Returns the conflicts outside of some fields. */
  Conflicts without(FieldSet allowed) {
    Map<Manager, FieldSet> rest = new TreeMap<>();
    fields.forEach(
        (manager, set) -> {
          FieldSet left = set.difference(allowed);
          if (!left.isEmpty()) {
            rest.put(manager, left);
          }
        });
    return new Conflicts(rest);
  }

  /** Returns the refusal that names every manager and field. */
  StatusException refusal() {
    List<Cause> causes = new ArrayList<>();
    StringBuilder several = new StringBuilder();
    fields.forEach(
        (manager, set) -> {
          several.append(several.isEmpty() ? "" : "\n");
          several.append("conflicts with ").append(manager.shown()).append(':');
          set.forEach(
              path -> {
                causes.add(
                    new Cause("FieldManagerConflict", "conflict with " + manager.shown(), path));
                several.append("\n- ").append(path);
              });
        });
    String message =
        causes.size() == 1
            ? "Apply failed with 1 conflict: "
                + causes.get(0).message()
                + ": "
                + causes.get(0).field()
            : "Apply failed with " + causes.size() + " conflicts: " + several;
    return StatusErrors.applyConflict(message, causes);
  }
}
