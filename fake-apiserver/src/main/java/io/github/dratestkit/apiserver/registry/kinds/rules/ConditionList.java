package io.github.dratestkit.apiserver.registry.kinds.rules;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The conditions in the status of an object, written as the server itself writes them. */
public final class ConditionList {

  private ConditionList() {}

  /** Sets a condition of an object in place; its time changes only when its status does. */
  public static void set(
      ObjectNode object, String type, String status, String reason, String message, Instant now) {
    ArrayNode conditions = Absent.list(Absent.object(object, "status"), "conditions");
    ObjectNode condition = find(conditions, type);
    if (!condition.path("status").asString("").equals(status)
        || condition.path("lastTransitionTime").asString("").isEmpty()) {
      condition.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
    condition.put("status", status).put("reason", reason).put("message", message);
  }

  private static ObjectNode find(ArrayNode conditions, String type) {
    for (JsonNode condition : conditions) {
      if (condition.path("type").asString("").equals(type)) {
        return (ObjectNode) condition;
      }
    }
    return conditions.addObject().put("type", type);
  }
}
