package io.github.dratestkit.apiserver.registry;

import io.github.dratestkit.apiserver.schema.GroupVersionKind;
import io.github.dratestkit.apiserver.status.FieldError;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a deletion asks for.
 *
 * @param gracePeriodSeconds null if it does not say
 * @param propagation null if it does not say
 * @param uid the uid that the object must have, null for any
 * @param resourceVersion the version that the object must have, null for any
 * @param waitsForOrphans whether it says in the old way that dependents go too; an answer about an
 *     object that stays for now is then 202
 */
record DeleteRequest(
    @Nullable Long gracePeriodSeconds,
    @Nullable Propagation propagation,
    @Nullable String uid,
    @Nullable String resourceVersion,
    boolean dryRun,
    boolean waitsForOrphans) {

  private static final GroupVersionKind OPTIONS =
      new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");

  /** What becomes of the objects that the deleted one owns. */
  enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  /**
   * Reads delete options.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 422 if they contradict themselves
   */
  static DeleteRequest of(JsonNode options, boolean dryRun) {
    List<FieldError> errors = new ArrayList<>();
    String policy = options.path("propagationPolicy").asString("");
    JsonNode orphan = options.get("orphanDependents");
    if (!policy.isEmpty() && orphan != null && !orphan.isNull()) {
      errors.add(
          FieldError.invalid(
              "propagationPolicy",
              policy,
              "orphanDependents and deletionPropagation cannot be both set"));
    }
    if (!policy.isEmpty() && !List.of("Foreground", "Background", "Orphan").contains(policy)) {
      errors.add(
          FieldError.notSupported(
              "propagationPolicy", policy, List.of("Foreground", "Background", "Orphan", "nil")));
    }
    List<String> dryRuns = new ArrayList<>();
    options.path("dryRun").forEach(value -> dryRuns.add(value.asString("")));
    if (!dryRuns.isEmpty() && !Set.copyOf(dryRuns).equals(Set.of("All"))) {
      errors.add(FieldError.notSupported("dryRun", RequestOptions.shown(dryRuns), List.of("All")));
    }
    if (!errors.isEmpty()) {
      throw StatusErrors.invalid(OPTIONS, "", errors);
    }
    JsonNode grace = options.get("gracePeriodSeconds");
    JsonNode preconditions = options.path("preconditions");
    return new DeleteRequest(
        grace == null || grace.isNull()
            ? null
            : Math.max(grace.asLong(), grace.asLong() < 0 ? 1 : 0),
        propagation(policy, orphan),
        text(preconditions, "uid").orElse(null),
        text(preconditions, "resourceVersion").orElse(null),
        dryRun || !dryRuns.isEmpty(),
        orphan != null && !orphan.isNull() && !orphan.asBoolean());
  }

  /** Returns this request with background collection unless it says otherwise. */
  DeleteRequest withBackground() {
    return new DeleteRequest(
        gracePeriodSeconds,
        propagation == null ? Propagation.BACKGROUND : propagation,
        uid,
        resourceVersion,
        dryRun,
        waitsForOrphans);
  }

  /** Returns this request for an object of another version. */
  DeleteRequest at(String version) {
    return new DeleteRequest(
        gracePeriodSeconds, propagation, uid, version, dryRun, waitsForOrphans);
  }

  private static @Nullable Propagation propagation(String policy, @Nullable JsonNode orphan) {
    if (orphan != null && !orphan.isNull()) {
      return orphan.asBoolean() ? Propagation.ORPHAN : Propagation.BACKGROUND;
    }
    return switch (policy) {
      case "Foreground" -> Propagation.FOREGROUND;
      case "Orphan" -> Propagation.ORPHAN;
      case "Background" -> Propagation.BACKGROUND;
      default -> null;
    };
  }

  private static Optional<String> text(JsonNode node, String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value.asString(""));
  }
}
