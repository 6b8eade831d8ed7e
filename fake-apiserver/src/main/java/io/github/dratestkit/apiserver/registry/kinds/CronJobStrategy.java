package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.WriteContext;
import tools.jackson.databind.node.ObjectNode;

/** Jobs by the clock: their defaults. */
final class CronJobStrategy implements CountedSpec {

  @Override
  public void applyDefaults(ObjectNode object, String version, WriteContext context) {
    ObjectNode spec = Absent.object(object, "spec");
    Absent.text(spec, "concurrencyPolicy", "Allow");
    Absent.flag(spec, "suspend", false);
    Absent.number(spec, "successfulJobsHistoryLimit", 3);
    Absent.number(spec, "failedJobsHistoryLimit", 1);
    if (spec.path("jobTemplate").path("spec").path("template").get("spec")
        instanceof ObjectNode pod) {
      PodDefaults.applyToTemplate(pod);
    }
  }
}
