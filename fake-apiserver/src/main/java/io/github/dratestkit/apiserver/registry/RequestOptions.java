package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.ApiRequest;
import io.github.dratestkit.apiserver.codec.FieldValidation;
import io.github.dratestkit.apiserver.patch.Patches;
import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parameters of writes: dryRun, fieldManager, fieldValidation and those of deletions. */
final class RequestOptions {

  private static final int FIELD_MANAGER_LIMIT = 128;

  private RequestOptions() {}

  /**
   * Checks the parameters that all writes share.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 422 that names the bad ones
   */
  static void check(ApiRequest request) {
    List<FieldError> errors = new ArrayList<>();
    List<String> dryRun = request.query().getOrDefault("dryRun", List.of());
    if (!dryRun.isEmpty() && !Set.copyOf(dryRun).equals(Set.of("All"))) {
      errors.add(FieldError.notSupported("dryRun", shown(dryRun), List.of("All")));
    }
    String manager = request.parameter("fieldManager").orElse("");
    if (request.method().equals("PATCH")) {
      boolean apply = Patches.isApply(request.header("content-type").orElse(""));
      if (apply && manager.isEmpty()) {
        errors.add(FieldError.required("fieldManager", "is required for apply patch"));
      } else if (!apply && request.parameter("force").isPresent()) {
        errors.add(FieldError.forbidden("force", "may not be specified for non-apply patch"));
      }
    }
    if (manager.length() > FIELD_MANAGER_LIMIT) {
      errors.add(FieldError.tooLong("fieldManager", FIELD_MANAGER_LIMIT));
    }
    for (int i = 0; i < manager.length(); i++) {
      if (!isPrintable(manager.charAt(i))) {
        errors.add(
            FieldError.invalid(
                "fieldManager",
                manager,
                String.format(
                    Locale.ROOT,
                    "invalid character U+%04X (at position %d)",
                    (int) manager.charAt(i),
                    i)));
      }
    }
    String validation = request.parameter("fieldValidation").orElse("");
    if (FieldValidation.named(validation).isEmpty()) {
      errors.add(
          FieldError.notSupported(
              "fieldValidation", validation, List.of("", "Ignore", "Strict", "Warn")));
    }
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(kindOf(request), "", errors);
    }
  }

  static boolean isDryRun(ApiRequest request) {
    return request.query().containsKey("dryRun");
  }

  static FieldValidation fieldValidation(ApiRequest request) {
    return FieldValidation.named(request.parameter("fieldValidation").orElse(""))
        .orElse(FieldValidation.WARN);
  }

  /** Returns who writes: as the request says, or the program that sent it. */
  static String fieldManager(ApiRequest request) {
    return request
        .parameter("fieldManager")
        .filter(name -> !name.isEmpty())
        .orElseGet(() -> program(request.header("user-agent").orElse("")));
  }

  private static String program(String userAgent) {
    StringBuilder name = new StringBuilder();
    for (char letter : userAgent.split("/", 2)[0].toCharArray()) {
      if (isPrintable(letter) && name.length() < FIELD_MANAGER_LIMIT) {
        name.append(letter);
      }
    }
    return name.isEmpty() ? "unknown" : name.toString();
  }

  private static boolean isPrintable(char letter) {
    return letter >= ' ' && (letter <= '~' || letter >= 0xA0);
  }

  /** Returns the delete options that came as parameters, as if they had come as a body. */
  static ObjectNode deletion(ApiRequest request) {
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    request
        .parameter("gracePeriodSeconds")
        .ifPresent(seconds -> options.put("gracePeriodSeconds", number(seconds)));
    request
        .parameter("propagationPolicy")
        .ifPresent(policy -> options.put("propagationPolicy", policy));
    request
        .parameter("orphanDependents")
        .ifPresent(orphan -> options.put("orphanDependents", isTrue(orphan)));
    String unsafe = DeleteRequest.IGNORE_READ_ERRORS;
    request.parameter(unsafe).ifPresent(ignore -> options.put(unsafe, isTrue(ignore)));
    for (String condition : List.of("uid", "resourceVersion")) {
      request
          .parameter(condition)
          .filter(value -> !value.isEmpty())
          .ifPresent(value -> options.withObjectProperty("preconditions").put(condition, value));
    }
    return options;
  }

  /** Reads a flag: whatever is neither 0 nor false means yes, even nothing. */
  static boolean isTrue(String text) {
    return !text.equals("0") && !text.equalsIgnoreCase("false");
  }

  /**
   * Reads a number as Go's strconv does.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 400 if it is none
   */
  static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      String reason = text.matches("[-+]?[0-9]+") ? "value out of range" : "invalid syntax";
      throw StatusErrors.badRequest("strconv.ParseInt: parsing \"" + text + "\": " + reason);
    }
  }

  /** A list of texts as Go prints it in errors. */
  static Object shown(List<String> texts) {
    return new Object() {
      @Override
      public String toString() {
        return JsonNodeFactory.instance
            .arrayNode()
            .addAll(texts.stream().map(JsonNodeFactory.instance::stringNode).toList())
            .toString();
      }
    };
  }

  private static GroupVersionKind kindOf(ApiRequest request) {
    String kind =
        switch (request.method()) {
          case "POST" -> "CreateOptions";
          case "PUT" -> "UpdateOptions";
          case "PATCH" -> "PatchOptions";
          default -> "DeleteOptions";
        };
    return new GroupVersionKind("meta.k8s.io", "v1", kind);
  }
}
