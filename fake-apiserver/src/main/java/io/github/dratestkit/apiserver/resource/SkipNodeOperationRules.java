package io.github.dratestkit.apiserver.resource;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Node operations that a driver does not need: nothing is prepared that must be unprepared. */
final class SkipNodeOperationRules {

  static final String PREPARE = "NodePrepareResources";
  static final String UNPREPARE = "NodeUnprepareResources";
  static final String ALL = "*";

  private SkipNodeOperationRules() {}

  static void check(JsonNode owner, String path, Findings findings) {
    List<String> skipped = Tree.texts(owner, "skipNodeOperations");
    if (skipped.contains(PREPARE) && !skipped.contains(UNPREPARE) && !skipped.contains(ALL)) {
      findings.invalid(
          path + ".skipNodeOperations", skipped, PREPARE + " is only skipped with " + UNPREPARE);
    }
  }
}
