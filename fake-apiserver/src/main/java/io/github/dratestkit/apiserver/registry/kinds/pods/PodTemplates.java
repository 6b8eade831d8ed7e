package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.SelectorValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Selectors;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Templates of pods in the kinds that make pods from them. */
public final class PodTemplates {

  private PodTemplates() {}

  /** Fills in the template of an owner. */
  public static void applyDefaults(JsonNode owner) {
    if (owner.path("template").get("spec") instanceof ObjectNode pod) {
      PodDefaults.applyToTemplate(pod);
    } else if (owner.get("template") instanceof ObjectNode template) {
      PodDefaults.applyToTemplate(template.putObject("spec"));
    }
  }

  /** Drops disabled fields from the template of an owner. */
  public static void dropDisabled(JsonNode owner, JsonNode old, FeatureSet features) {
    DisabledPodFields.dropFromTemplate(owner.path("template"), old.path("template"), features);
  }

  /** Checks selector and template of a spec, and that they fit each other. */
  public static void selected(Field spec, FeatureSet features) {
    Field selector = spec.at("selector");
    if (selector.isSet()) {
      SelectorValidation.check(selector);
      if (Selectors.isEmpty(selector)) {
        selector.invalid("empty selector is invalid for this kind");
      }
    } else {
      selector.required("");
    }
    if (!Selectors.isUnderstood(selector)) {
      selector.invalid("invalid label selector");
      return;
    }
    fits(spec);
    PodValidation.template(spec.at("template"), features);
  }

  /** Checks that a selector selects the pods of the template. */
  public static void fits(Field spec) {
    Field labels = spec.at("template", "metadata").at("labels");
    if (!Selectors.matches(spec.at("selector"), labels)) {
      labels.invalid("`selector` does not match template `labels`");
    }
  }

  /** Checks that the pods of a template run for ever. */
  public static void runsForEver(Field template) {
    template.at("spec", "restartPolicy").oneOf(List.of("Always"));
    Field deadline = template.at("spec", "activeDeadlineSeconds");
    if (deadline.isSet()) {
      deadline.forbidden("activeDeadlineSeconds is not supported in this kind");
    }
  }
}
