package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.rules.Absent;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Immutable;
import io.github.dratestkit.apiserver.registry.kinds.rules.Semantic;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What may change in the spec of a job (ValidateJobSpecUpdate, batch validation, 1.37). */
final class JobChanges {

  private static final List<String> DIRECTIVES =
      List.of("nodeSelector", "tolerations", "schedulingGates");

  private JobChanges() {}

  static void check(Field job, Field old, FeatureSet features) {
    Field spec = job.at("spec");
    Field before = old.at("spec");
    completions(spec, before);
    Immutable.check(spec, before.value(), "selector");
    template(spec, old, features);
    Immutable.checkExactly(
        spec,
        before.value(),
        "completionMode",
        "podFailurePolicy",
        "backoffLimitPerIndex",
        "managedBy",
        "successPolicy");
  }

  private static void completions(Field spec, Field before) {
    Field now = spec.at("completions");
    if (!JobValidation.isIndexed(spec)) {
      Immutable.check(spec, before.value(), "completions");
    } else if (now.isSet()
        && !now.value().equals(before.at("completions").value())
        && now.number() != spec.at("parallelism").number()) {
      now.invalid("can only be modified in tandem with parallelism");
    }
  }

  private static void template(Field spec, Field old, FeatureSet features) {
    Field template = spec.at("template");
    JsonNode before = old.at("spec", "template").value();
    boolean suspended = old.at("spec", "suspend").flag();
    boolean started = old.at("status").has("startTime");
    if (suspended && !started && before instanceof ObjectNode) {
      before = withDirectives(template.value(), (ObjectNode) before);
    }
    if (suspended && features.enabled("MutablePodResourcesForSuspendedJobs")) {
      JsonNode pod = withResources(template.at("spec").value(), before.path("spec"));
      if (!Semantic.equal(template.at("spec").value(), pod)) {
        template.at("spec").invalid("field is immutable");
      }
    } else if (!Semantic.equal(template.value(), before)) {
      template.invalid("field is immutable");
    }
  }

  // Where the pods of a job that has not started yet may run can still be said.
  private static JsonNode withDirectives(JsonNode template, ObjectNode before) {
    ObjectNode result = before.deepCopy();
    for (String field : List.of("annotations", "labels")) {
      take(field, template.path("metadata"), Absent.object(result, "metadata"));
    }
    if (result.path("metadata").isEmpty() && !template.has("metadata")) {
      result.remove("metadata");
    }
    ObjectNode pod = Absent.object(result, "spec");
    DIRECTIVES.forEach(field -> take(field, template.path("spec"), pod));
    JsonNode affinity = template.path("spec").path("affinity");
    ObjectNode old = Absent.object(pod, "affinity");
    take("nodeAffinity", affinity, old);
    if (old.isEmpty() && !affinity.isObject()) {
      pod.remove("affinity");
    }
    return result;
  }

  private static void take(String field, JsonNode from, ObjectNode to) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  private static JsonNode withResources(JsonNode pod, JsonNode before) {
    JsonNode result = before.deepCopy();
    for (String list : List.of("containers", "initContainers")) {
      if (pod.path(list).size() != result.path(list).size()) {
        continue;
      }
      for (int i = 0; i < pod.path(list).size(); i++) {
        JsonNode container = pod.path(list).get(i);
        if (container.path("name").equals(result.path(list).get(i).path("name"))) {
          take("resources", container, (ObjectNode) result.path(list).get(i));
        }
      }
    }
    return result;
  }
}
