package io.github.dratestkit.apiserver.lint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Objects that are close to the size which the store no longer takes. */
final class ObjectSize implements Advice {

  /** What etcd takes by default. */
  private static final int LIMIT = 3 * 1024 * 1024 / 2;

  private static final int NEAR = LIMIT / 10 * 6;

  private static final LintRule RULE =
      LintRule.warning(
          "near-size-limit",
          "the server refuses objects over 1.5 MiB, opaque parameters over 10 KiB and expressions"
              + " over 10 KiB; a little more, and the write fails",
          "spread the devices over more slices, or say less");

  /** {@code OpaqueParametersMaxLength} and {@code CELSelectorExpressionMaxLength}, 1.37. */
  private static final int PART_LIMIT = 10 * 1024;

  private static final int PART_NEAR = PART_LIMIT / 10 * 9;

  @Override
  public List<LintRule> rules() {
    return List.of(RULE);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    for (Subject subject : inventory.subjects()) {
      int size = bytes(subject.object().toString());
      if (size > NEAR) {
        findings.add(subject.finding(RULE, "", "takes " + size / 1024 + " KiB of " + LIMIT / 1024));
      }
      parts("spec", subject.spec(), subject, findings);
    }
    return findings;
  }

  private static void parts(
      String path, JsonNode node, Subject subject, List<LintFinding> findings) {
    if (path.endsWith(".opaque.parameters") || path.endsWith(".expression")) {
      int size = bytes(node.isString() ? node.asString() : node.toString());
      if (size > PART_NEAR) {
        findings.add(subject.finding(RULE, path, "takes " + size + " bytes of " + PART_LIMIT));
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        parts(path + "[" + i + "]", node.path(i), subject, findings);
      }
    } else {
      node.forEachEntry((name, value) -> parts(path + "." + name, value, subject, findings));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
