package io.github.dratestkit.apiserver.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A refusal on its way to the client, who reads it as a {@code Status}. {@link StatusErrors} makes
 * every kind there is.
 */
public final class StatusException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final String reason;
  private final transient Details details;
  private final transient List<String> warnings;

  StatusException(int code, String reason, String message, Details details) {
    this(code, reason, message, details, List.of());
  }

  private StatusException(
      int code, String reason, String message, Details details, List<String> warnings) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.warnings = List.copyOf(warnings);
  }

  /** Returns this refusal with texts for Warning headers, which go with it. */
  public StatusException withWarnings(List<String> newWarnings) {
    List<String> all = new ArrayList<>(newWarnings);
    all.addAll(warnings);
    return new StatusException(code, reason, String.valueOf(getMessage()), details, all);
  }

  /** Returns texts for Warning headers. */
  public List<String> warnings() {
    return warnings;
  }

  /** Returns the HTTP status code. */
  public int code() {
    return code;
  }

  /** Returns the machine-readable reason; empty where the real server gives none. */
  public String reason() {
    return reason;
  }

  /** Returns the causes, empty if there are none. */
  public List<Cause> causes() {
    return details.causes();
  }

  /** Returns after how many seconds to try again, if the server says so. */
  public OptionalInt retryAfterSeconds() {
    return details.retryAfterSeconds();
  }

  /** Returns this refusal as the body of an answer. */
  public ObjectNode toStatus() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status");
    status.put("apiVersion", "v1");
    ObjectNode metadata = status.putObject("metadata");
    details.continueToken().ifPresent(token -> metadata.put("continue", token));
    status.put("status", "Failure");
    status.put("message", getMessage());
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    details.writeTo(status);
    status.put("code", code);
    return status;
  }

  /** One cause of a refusal. */
  public record Cause(String reason, String message, String field) {}

  /**
   * What a Status says beyond its message.
   *
   * @param name the object, empty if there is none
   * @param kind the resource or, for invalid objects, the kind
   * @param present whether the Status has details at all; some have empty ones
   */
  record Details(
      boolean present,
      String name,
      String group,
      String kind,
      String uid,
      List<Cause> causes,
      OptionalInt retryAfterSeconds,
      Optional<String> continueToken) {

    static final Details NONE =
        new Details(false, "", "", "", "", List.of(), OptionalInt.empty(), Optional.empty());

    static Details of(String name, String group, String kind) {
      return new Details(
          true, name, group, kind, "", List.of(), OptionalInt.empty(), Optional.empty());
    }

    Details with(List<Cause> newCauses) {
      return new Details(
          true, name, group, kind, uid, List.copyOf(newCauses), retryAfterSeconds, continueToken);
    }

    Details retryAfter(int seconds) {
      return new Details(
          true, name, group, kind, uid, causes, OptionalInt.of(seconds), continueToken);
    }

    Details continueWith(String token) {
      return new Details(
          present, name, group, kind, uid, causes, retryAfterSeconds, Optional.of(token));
    }

    private void writeTo(ObjectNode status) {
      if (!present) {
        return;
      }
      ObjectNode node = status.putObject("details");
      putUnlessEmpty(node, "name", name);
      putUnlessEmpty(node, "group", group);
      putUnlessEmpty(node, "kind", kind);
      putUnlessEmpty(node, "uid", uid);
      if (!causes.isEmpty()) {
        ArrayNode array = node.putArray("causes");
        for (Cause cause : causes) {
          ObjectNode entry = array.addObject();
          putUnlessEmpty(entry, "reason", cause.reason());
          putUnlessEmpty(entry, "message", cause.message());
          putUnlessEmpty(entry, "field", cause.field());
        }
      }
      retryAfterSeconds.ifPresent(seconds -> node.put("retryAfterSeconds", seconds));
    }

    private static void putUnlessEmpty(ObjectNode node, String name, String value) {
      if (!value.isEmpty()) {
        node.put(name, value);
      }
    }
  }
}
