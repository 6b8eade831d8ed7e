package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.apiserver.client.ApiException;
import io.github.dratestkit.apiserver.client.Patch;
import io.github.dratestkit.apiserver.client.Writes;
import io.github.dratestkit.apiserver.time.Timers;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the scheduler tells of a group. Once a group was placed, its condition never goes back. */
final class PodGroupReports {

  private static final String CONDITION = "PodGroupInitiallyScheduled";

  private final Writes writes;
  private final PodGroups groups;
  private final Timers timers;

  PodGroupReports(Writes writes, PodGroups groups, Timers timers) {
    this.writes = writes;
    this.groups = groups;
    this.timers = timers;
  }

  void scheduled(PodGroup group) {
    write(group, "True", "Scheduled", "");
  }

  void unschedulable(PodGroup group, String message) {
    write(group, "False", "Unschedulable", message);
  }

  void failed(PodGroup group, String message) {
    write(group, "False", "SchedulerError", message);
  }

  private void write(PodGroup group, String status, String reason, String message) {
    Optional<Condition> before =
        group.getStatus() == null
            ? Optional.empty()
            : group.getStatus().getConditions().stream()
                .filter(condition -> CONDITION.equals(condition.getType()))
                .findFirst();
    boolean wasTrue = before.filter(known -> "True".equals(known.getStatus())).isPresent();
    boolean same =
        before
            .filter(known -> status.equals(known.getStatus()))
            .filter(known -> reason.equals(known.getReason()))
            .filter(known -> message.equals(known.getMessage()))
            .isPresent();
    if (same || (wasTrue && !status.equals("True"))) {
      return;
    }
    String transition =
        before
            .filter(known -> status.equals(known.getStatus()))
            .map(Condition::getLastTransitionTime)
            .orElseGet(() -> timers.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("metadata").put("uid", group.getMetadata().getUid());
    body.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", CONDITION)
        .put("status", status)
        .put("reason", reason)
        .put("message", message)
        .put("lastTransitionTime", transition);
    try {
      groups.assume(
          writes.patch(
              PodGroup.class,
              group.getMetadata().getNamespace(),
              group.getMetadata().getName(),
              "status",
              new Patch.Strategic(body.toString())));
    } catch (ApiException refused) {
      // Only a report: the next attempt writes it again.
      return;
    }
  }
}
