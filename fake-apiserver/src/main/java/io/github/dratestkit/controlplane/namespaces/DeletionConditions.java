package io.github.dratestkit.controlplane.namespaces;

import io.fabric8.kubernetes.api.model.NamespaceCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The five conditions that tell how far the deletion of a namespace has come. Types, reasons and
 * the form of the messages are upstream's ({@code pkg/controller/namespace/deletion}, 1.37).
 */
final class DeletionConditions {

  private DeletionConditions() {}

  /** Returns {@code before} as it is with what remains now. */
  static List<NamespaceCondition> after(
      List<NamespaceCondition> before, Remains remains, Instant now) {
    List<NamespaceCondition> conditions = new ArrayList<>(before);
    set(
        conditions,
        "NamespaceDeletionDiscoveryFailure",
        "False",
        "ResourcesDiscovered",
        "All resources successfully discovered",
        now);
    set(
        conditions,
        "NamespaceDeletionGroupVersionParsingFailure",
        "False",
        "ParsedGroupVersions",
        "All legacy kube types successfully parsed",
        now);
    set(
        conditions,
        "NamespaceDeletionContentFailure",
        "False",
        "ContentDeleted",
        "All content successfully deleted, may be waiting on finalization",
        now);
    if (remains.isEmpty()) {
      set(
          conditions,
          "NamespaceContentRemaining",
          "False",
          "ContentRemoved",
          "All content successfully removed",
          now);
    } else {
      set(
          conditions,
          "NamespaceContentRemaining",
          "True",
          "SomeResourcesRemain",
          "Some resources are remaining: " + remains.resources(),
          now);
    }
    if (remains.haveFinalizers()) {
      set(
          conditions,
          "NamespaceFinalizersRemaining",
          "True",
          "SomeFinalizersRemain",
          "Some content in the namespace has finalizers remaining: " + remains.finalizers(),
          now);
    } else {
      set(
          conditions,
          "NamespaceFinalizersRemaining",
          "False",
          "ContentHasNoFinalizers",
          "All content-preserving finalizers finished",
          now);
    }
    return conditions;
  }

  private static void set(
      List<NamespaceCondition> conditions,
      String type,
      String status,
      String reason,
      String message,
      Instant now) {
    Optional<NamespaceCondition> known =
        conditions.stream().filter(condition -> type.equals(condition.getType())).findFirst();
    String transition =
        known
            .filter(condition -> status.equals(condition.getStatus()))
            .map(NamespaceCondition::getLastTransitionTime)
            .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    NamespaceCondition condition =
        new NamespaceCondition(transition, message, reason, status, type);
    if (known.isPresent()) {
      conditions.set(conditions.indexOf(known.get()), condition);
    } else {
      conditions.add(condition);
    }
  }
}
