package io.github.dratestkit.apiserver.custom;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which of the names that a definition wants it gets: those that nobody else in its group has
 * (apiextensions-apiserver, pkg/controller/status/naming_controller.go, 1.37).
 *
 * @param accepted the names that it has from now on
 * @param reason why it does not get all, or that it does
 */
record NameConflicts(ObjectNode accepted, String reason, String message) {

  private static final String NONE = "NoConflicts";

  /** Decides about the names of a definition. */
  static NameConflicts of(Definition definition, List<Definition> ofGroup) {
    Set<String> resources = new TreeSet<>();
    Set<String> kinds = new TreeSet<>();
    for (Definition other : ofGroup) {
      resources.addAll(other.resourceNames());
      kinds.addAll(other.kindNames());
    }
    Decision decision = new Decision(definition);
    decision.name("plural", "PluralConflict", resources);
    decision.name("singular", "SingularConflict", resources);
    decision.shortNames(resources);
    decision.name("kind", "KindConflict", kinds);
    decision.name("listKind", "ListKindConflict", kinds);
    JsonNode categories = definition.wantedNames().path("categories");
    if (categories.isArray()) {
      decision.accepted.set("categories", categories.deepCopy());
    } else {
      decision.accepted.remove("categories");
    }
    return new NameConflicts(decision.accepted, decision.reason, decision.message);
  }

  boolean none() {
    return reason.equals(NONE);
  }

  private static final class Decision {
    private final Definition definition;
    private final ObjectNode accepted;
    private String reason = NONE;
    private String message = "no conflicts found";

    Decision(Definition definition) {
      this.definition = definition;
      this.accepted =
          definition.names() instanceof ObjectNode names
              ? names.deepCopy()
              : definition.object().objectNode();
    }

    void name(String which, String conflict, Set<String> used) {
      String wanted = definition.wantedNames().path(which).asString("");
      if (wanted.equals(definition.acceptedName(which)) || !used.contains(wanted)) {
        accepted.put(which, wanted);
      } else {
        refuse(conflict, inUse(wanted));
      }
    }

    void shortNames(Set<String> used) {
      JsonNode wanted = definition.wantedNames().path("shortNames");
      List<String> own = Definition.texts(definition.names().path("shortNames"));
      List<String> taken = new ArrayList<>();
      for (String name : Definition.texts(wanted)) {
        if (!own.contains(name) && used.contains(name)) {
          taken.add(inUse(name));
        }
      }
      if (!taken.isEmpty()) {
        refuse(
            "ShortNamesConflict",
            taken.size() == 1 ? taken.get(0) : "[" + String.join(", ", taken) + "]");
      } else if (wanted.isArray()) {
        accepted.set("shortNames", wanted.deepCopy());
      } else {
        accepted.remove("shortNames");
      }
    }

    private static String inUse(String name) {
      return "\"" + name + "\" is already in use";
    }

    private void refuse(String newReason, String newMessage) {
      reason = newReason;
      message = newMessage;
    }
  }
}
