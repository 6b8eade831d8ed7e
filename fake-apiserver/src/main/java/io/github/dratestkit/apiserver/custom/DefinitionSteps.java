package io.github.dratestkit.apiserver.custom;

import io.github.dratestkit.apiserver.registry.kinds.rules.ConditionList;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happens to a definition, step by step. Each step gives the definition as it is to be
 * written, or nothing if there is nothing to do (apiextensions-apiserver, pkg/controller, 1.37).
 */
final class DefinitionSteps {

  private static final String APPROVAL = "api-approved.kubernetes.io";
  private static final String CONFORMANT = "KubernetesAPIApprovalPolicyConformant";
  private static final String PROPOSAL =
      ", see https://github.com/kubernetes/enhancements/pull/1111";
  private static final Pattern COMMUNITY = Pattern.compile("(.*\\.)?(k8s|kubernetes)\\.io");
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][-+.A-Za-z0-9]*://[^/].*");

  private final InstantSource clock;

  DefinitionSteps(InstantSource clock) {
    this.clock = clock;
  }

  /** Gives a definition the names that are free. */
  Optional<ObjectNode> accept(Definition definition, List<Definition> ofGroup) {
    if (definition.wantedNames().equals(definition.names())) {
      return Optional.empty();
    }
    NameConflicts names = NameConflicts.of(definition, ofGroup);
    boolean known =
        names.accepted().equals(definition.names())
            && isSaid(
                definition,
                Definition.ACCEPTED,
                names.none() ? "True" : "False",
                names.reason(),
                names.message());
    if (known) {
      return Optional.empty();
    }
    ObjectNode changed = definition.object().deepCopy();
    ((ObjectNode) changed.get("status")).set("acceptedNames", names.accepted());
    set(
        changed,
        Definition.ACCEPTED,
        names.none() ? "True" : "False",
        names.reason(),
        names.message());
    if (!definition.isTrue(Definition.ESTABLISHED)) {
      if (names.none()) {
        set(
            changed,
            Definition.ESTABLISHED,
            "False",
            "Installing",
            "the initial names have been accepted");
      } else if (definition.condition(Definition.ESTABLISHED).isEmpty()) {
        set(changed, Definition.ESTABLISHED, "False", "NotAccepted", "not all names are accepted");
      }
    }
    return Optional.of(changed);
  }

  /** Says of a definition in one of Kubernetes' own groups whether it is approved. */
  Optional<ObjectNode> judgeApproval(Definition definition) {
    if (!COMMUNITY.matcher(definition.group()).matches()) {
      return Optional.empty();
    }
    String annotation = definition.metadata().path("annotations").path(APPROVAL).asString("");
    String status = "False";
    String reason;
    String message;
    if (annotation.isEmpty()) {
      reason = "MissingAnnotation";
      message = "protected groups must have approval annotation \"" + APPROVAL + "\"" + PROPOSAL;
    } else if (annotation.startsWith("unapproved")) {
      reason = "UnapprovedAnnotation";
      message = "not approved: \"" + annotation + "\"";
    } else if (ADDRESS.matcher(annotation).matches()) {
      status = "True";
      reason = "ApprovedAnnotation";
      message = "approved in " + annotation;
    } else {
      reason = "InvalidAnnotation";
      message =
          "protected groups must have approval annotation \""
              + APPROVAL
              + "\" with either a URL or a reason starting with \"unapproved\""
              + PROPOSAL;
    }
    if (isSaid(definition, CONFORMANT, status, reason, message)) {
      return Optional.empty();
    }
    ObjectNode changed = definition.object().deepCopy();
    set(changed, CONFORMANT, status, reason, message);
    return Optional.of(changed);
  }

  /** Establishes a definition that has its names. */
  Optional<ObjectNode> establish(Definition definition) {
    boolean due =
        definition.isTrue(Definition.ACCEPTED) && !definition.isTrue(Definition.ESTABLISHED);
    if (!due) {
      return Optional.empty();
    }
    ObjectNode changed = definition.object().deepCopy();
    set(
        changed,
        Definition.ESTABLISHED,
        "True",
        "InitialNamesAccepted",
        "the initial names have been accepted");
    return Optional.of(changed);
  }

  /** Says that the objects of a definition are about to be deleted. */
  Optional<ObjectNode> announceEnd(Definition definition) {
    String reason = "InstanceDeletionInProgress";
    String message = "CustomResource deletion is in progress";
    if (!definition.isToBeCleanedUp()
        || isSaid(definition, Definition.TERMINATING, "True", reason, message)) {
      return Optional.empty();
    }
    ObjectNode changed = definition.object().deepCopy();
    set(changed, Definition.TERMINATING, "True", reason, message);
    return Optional.of(changed);
  }

  /** Lets a definition go that has no objects any more. */
  ObjectNode end(Definition definition) {
    ObjectNode changed = definition.object().deepCopy();
    if (definition.isTrue(Definition.ESTABLISHED)) {
      set(
          changed,
          Definition.TERMINATING,
          "False",
          "InstanceDeletionCompleted",
          "removed all instances");
    } else {
      set(
          changed,
          Definition.TERMINATING,
          "False",
          "NeverEstablished",
          "resource was never established");
    }
    ArrayNode left = changed.arrayNode();
    for (JsonNode finalizer : definition.metadata().path("finalizers")) {
      if (!finalizer.asString("").equals(Definition.CLEANUP)) {
        left.add(finalizer);
      }
    }
    ((ObjectNode) changed.get("metadata")).set("finalizers", left);
    return changed;
  }

  private static boolean isSaid(
      Definition definition, String type, String status, String reason, String message) {
    return definition
        .condition(type)
        .filter(known -> known.path("status").asString("").equals(status))
        .filter(known -> known.path("reason").asString("").equals(reason))
        .filter(known -> known.path("message").asString("").equals(message))
        .isPresent();
  }

  private void set(
      ObjectNode definition, String type, String status, String reason, String message) {
    ConditionList.set(definition, type, status, reason, message, clock.instant());
  }
}
