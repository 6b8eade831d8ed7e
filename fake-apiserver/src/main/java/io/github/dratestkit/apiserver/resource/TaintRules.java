package io.github.dratestkit.apiserver.resource;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Taints of devices and of taint rules. */
final class TaintRules {

  static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

  private static final int LIMIT = 16;

  private TaintRules() {}

  /** Checks the taints of a device. */
  static void ofDevice(JsonNode device, String path, Findings findings) {
    List<JsonNode> taints = Tree.items(device, "taints");
    String at = path + ".taints";
    if (Lists.fits(taints, LIMIT, at, findings)) {
      Lists.each(
          taints,
          at,
          (taint, one, found) -> taint(taint, MissingNode.getInstance(), one, found),
          findings);
    }
  }

  /** Checks a taint; an effect that {@code old} has already is tolerated. */
  static void taint(JsonNode taint, JsonNode old, String path, Findings findings) {
    Formats.labelKey(Tree.text(taint, "key"), path + ".key", findings);
    Formats.labelValue(Tree.text(taint, "value"), path + ".value", findings);
    String effect = Tree.text(taint, "effect");
    boolean kept = !old.isMissingNode() && Tree.text(old, "effect").equals(effect);
    if (kept) {
      return;
    }
    if (effect.isEmpty()) {
      findings.alsoDeclared().required(path + ".effect", "one of " + EFFECTS);
    } else {
      Formats.oneOf(effect, EFFECTS, path + ".effect", findings.alsoDeclared());
    }
  }
}
