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
 * @param ignoresReadErrors whether an object that cannot be read is to go nevertheless, and no
 *     other
 */
record DeleteRequest(
    @Nullable Long gracePeriodSeconds,
    @Nullable Propagation propagation,
    @Nullable String uid,
    @Nullable String resourceVersion,
    boolean dryRun,
    boolean waitsForOrphans,
    boolean ignoresReadErrors) {

  private static final GroupVersionKind OPTIONS =
      new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");

  /** Asks for an object that cannot be read to go nevertheless. */
  static final String IGNORE_READ_ERRORS = "ignoreStoreReadErrorWithClusterBreakingPotential";

  private static final List<String> ALONE =
      List.of("propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions");

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
    Optional<String> asked = text(options, "propagationPolicy");
    String policy = asked.orElse("");
    JsonNode orphan = options.get("orphanDependents");
    if (asked.isPresent() && orphan != null && !orphan.isNull()) {
      errors.add(
          FieldError.invalid(
              "propagationPolicy",
              policy,
              "orphanDependents and deletionPropagation cannot be both set"));
    }
    if (asked.isPresent() && !List.of("Foreground", "Background", "Orphan").contains(policy)) {
      errors.add(
          FieldError.notSupported(
              "propagationPolicy", policy, List.of("Foreground", "Background", "Orphan", "nil")));
    }
    List<String> dryRuns = new ArrayList<>();
    options.path("dryRun").forEach(value -> dryRuns.add(value.asString("")));
    if (!dryRuns.isEmpty() && !Set.copyOf(dryRuns).equals(Set.of("All"))) {
      errors.add(FieldError.notSupported("dryRun", RequestOptions.shown(dryRuns), List.of("All")));
    }
    boolean ignoresReadErrors = options.path(IGNORE_READ_ERRORS).asBoolean(false);
    if (ignoresReadErrors) {
      for (String other : ALONE) {
        if (options.hasNonNull(other)) {
          errors.add(
              FieldError.invalid(
                  IGNORE_READ_ERRORS, true, "cannot be set together with ." + other));
        }
      }
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
        orphan != null && !orphan.isNull() && !orphan.asBoolean(),
        ignoresReadErrors);
  }

  /**
   * Checks what may be asked for of many objects at once.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 422 if something may not
   */
  void requireForCollection() {
    if (ignoresReadErrors) {
      throw StatusErrors.invalid(
          OPTIONS,
          "",
          List.of(
              FieldError.invalid(
                  IGNORE_READ_ERRORS,
                  true,
                  "is not allowed with DELETECOLLECTION, try again after removing the option")));
    }
  }

  /** Returns this request with background collection unless it says otherwise. */
  DeleteRequest withBackground() {
    return new DeleteRequest(
        gracePeriodSeconds,
        propagation == null ? Propagation.BACKGROUND : propagation,
        uid,
        resourceVersion,
        dryRun,
        waitsForOrphans,
        ignoresReadErrors);
  }

  /** Returns this request for an object of another version. */
  DeleteRequest at(String version) {
    return new DeleteRequest(
        gracePeriodSeconds, propagation, uid, version, dryRun, waitsForOrphans, ignoresReadErrors);
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
