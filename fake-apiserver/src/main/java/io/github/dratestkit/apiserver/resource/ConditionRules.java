package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Standard conditions (apimachinery's metav1 validation, 1.37). */
final class ConditionRules {

  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final String ZERO_TIME = "0001-01-01T00:00:00Z";
  private static final int REASON_LIMIT = 1024;
  private static final int MESSAGE_LIMIT = 32 * 1024;

  private ConditionRules() {}

  /** Checks the conditions in a field; one more than {@code limit} is only one more error. */
  static void check(JsonNode owner, int limit, String path, Findings findings) {
    List<JsonNode> conditions = Tree.items(owner, "conditions");
    String at = path + ".conditions";
    Lists.fits(conditions, limit, at, findings);
    Lists.unique(conditions, at, condition -> Tree.text(condition, "type"), findings);
    Lists.each(conditions, at, ConditionRules::condition, findings);
  }

  private static void condition(JsonNode condition, String path, Findings findings) {
    String type = Tree.text(condition, "type");
    if (type.isEmpty()) {
      findings.required(path + ".type", "a label key that says what is meant");
    } else {
      Formats.labelKey(type, path + ".type", findings);
    }
    String status = Tree.text(condition, "status");
    if (status.isEmpty()) {
      findings.required(path + ".status", "one of " + STATUSES);
    } else {
      Formats.oneOf(status, STATUSES, path + ".status", findings);
    }
    if (Tree.number(condition, "observedGeneration") < 0) {
      findings.invalid(
          path + ".observedGeneration",
          Tree.number(condition, "observedGeneration"),
          "must be greater than or equal to zero");
    }
    String time = Tree.text(condition, "lastTransitionTime");
    if (time.isEmpty() || time.equals(ZERO_TIME)) {
      findings.required(path + ".lastTransitionTime", "when the status last changed");
    }
    reason(Tree.text(condition, "reason"), path + ".reason", findings);
    if (Formats.bytes(Tree.text(condition, "message")) > MESSAGE_LIMIT) {
      findings.add(FieldError.tooLong(path + ".message", MESSAGE_LIMIT));
    }
  }

  private static void reason(String reason, String path, Findings findings) {
    if (reason.isEmpty()) {
      findings.required(path, "one word that says why");
      return;
    }
    if (!REASON.matcher(reason).matches()) {
      findings.invalid(
          path,
          reason,
          "must be letters, digits, '_', ',' or ':', start with a letter and not end with ',' or"
              + " ':'");
    }
    if (Formats.bytes(reason) > REASON_LIMIT) {
      findings.add(FieldError.tooLong(path, REASON_LIMIT));
    }
  }
}
