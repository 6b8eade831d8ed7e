package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodValidation;
import io.github.dratestkit.apiserver.registry.kinds.rules.Counts;
import io.github.dratestkit.apiserver.registry.kinds.rules.DomainPath;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with the spec of a job (validateJobSpec, pkg/apis/batch/validation, 1.37). */
final class JobValidation {

  private static final int MOST_AT_ONCE = 100_000;
  private static final int MANY = 100_000;
  private static final int MOST_AT_ONCE_OF_MANY = 10_000;
  private static final int MOST_RULES = 20;
  private static final int MOST_VALUES = 255;
  private static final int LONGEST_MANAGER = 63;
  private static final int LONGEST_INDEXES = 64 << 10;
  private static final String INDEXED_ONLY = "requires indexed completion mode";
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");

  private JobValidation() {}

  /** Checks the spec of a job or of a template of jobs, which has no selector. */
  static void spec(Field spec, FeatureSet features) {
    Counts.notNegative(
        spec,
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes");
    if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
      spec.at("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
    }
    managedBy(spec.at("managedBy"));
    completion(spec);
    if (spec.has("podFailurePolicy")) {
      failurePolicy(spec);
    }
    Field success = spec.at("successPolicy");
    if (success.isSet()) {
      if (isIndexed(spec)) {
        successPolicy(spec, success);
      } else {
        success.invalid(INDEXED_ONLY);
      }
    }
    spec.at("podReplacementPolicy")
        .oneOfIfSet(
            spec.has("podFailurePolicy")
                ? List.of("Failed")
                : List.of("Failed", "TerminatingOrFailed"));
    PodValidation.template(spec.at("template"), features);
    restartPolicy(spec);
  }

  static boolean isIndexed(Field spec) {
    return spec.at("completionMode").text().equals("Indexed");
  }

  private static void managedBy(Field manager) {
    if (manager.isSet()) {
      DomainPath.check(manager);
      if (manager.text().length() > LONGEST_MANAGER) {
        manager.tooLong(LONGEST_MANAGER);
      }
    }
  }

  private static void completion(Field spec) {
    Field mode = spec.at("completionMode");
    mode.oneOfIfSet(List.of("NonIndexed", "Indexed"));
    Field failed = spec.at("maxFailedIndexes");
    if (isIndexed(spec)) {
      Field completions = spec.at("completions");
      Field parallelism = spec.at("parallelism");
      if (!completions.isSet()) {
        completions.required("when completion mode is Indexed");
      }
      if (parallelism.number() > MOST_AT_ONCE) {
        parallelism.invalid("must be less than or equal to 100000 when indexed");
      }
      if (completions.isSet() && failed.number() > completions.number()) {
        failed.invalid("must be less than or equal to completions");
      }
      if (failed.number() > MANY) {
        failed.invalid("must be less than or equal to 100000");
      }
      if (completions.number() > MANY && spec.has("backoffLimitPerIndex")) {
        if (!failed.isSet()) {
          failed.required("must be specified when completions is above 100000");
        }
        if (parallelism.number() > MOST_AT_ONCE_OF_MANY) {
          parallelism.invalid("must be less than or equal to 10000 with that many completions");
        }
        if (failed.number() > MOST_AT_ONCE_OF_MANY) {
          failed.invalid("must be less than or equal to 10000 with that many completions");
        }
      }
    } else if (!mode.isSet() || mode.text().equals("NonIndexed")) {
      for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
        if (spec.has(field)) {
          spec.at(field).invalid(INDEXED_ONLY);
        }
      }
    }
  }

  private static void failurePolicy(Field spec) {
    Field rules = spec.at("podFailurePolicy", "rules");
    if (rules.value().size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    Set<String> containers = new HashSet<>();
    for (String list : List.of("containers", "initContainers")) {
      spec.at("template", "spec")
          .at(list)
          .items()
          .forEach(one -> containers.add(one.at("name").text()));
    }
    rules.items().forEach(rule -> failureRule(rule, spec, containers));
  }

  private static void failureRule(Field rule, Field spec, Set<String> containers) {
    Field action = rule.at("action");
    action.requiredOneOf(ACTIONS);
    if (action.text().equals("FailIndex") && !spec.has("backoffLimitPerIndex")) {
      action.invalid("requires the backoffLimitPerIndex to be set");
    }
    Field codes = rule.at("onExitCodes");
    Field conditions = rule.at("onPodConditions");
    if (codes.isSet()) {
      exitCodes(codes, containers);
    }
    if (conditions.value().size() > MOST_RULES) {
      conditions.tooMany(MOST_RULES);
    }
    for (Field condition : conditions.items()) {
      Formats.qualifiedName(condition.at("type"));
      condition.at("status").requiredOneOf(STATUSES);
    }
    if (codes.isSet() == !conditions.isEmpty()) {
      rule.invalid("wants one of onExitCodes and onPodConditions");
    }
  }

  private static void exitCodes(Field codes, Set<String> containers) {
    Field operator = codes.at("operator");
    operator.requiredOneOf(OPERATORS);
    Field container = codes.at("containerName");
    if (container.isSet() && !containers.contains(container.text())) {
      container.invalid("must be one of the containers in the pod template");
    }
    Field values = codes.at("values");
    if (values.isEmpty()) {
      values.invalid("at least one value is required");
    } else if (values.value().size() > MOST_VALUES) {
      values.tooMany(MOST_VALUES);
    }
    Set<Long> seen = new HashSet<>();
    boolean ordered = true;
    long last = Long.MIN_VALUE;
    for (Field value : values.items()) {
      if (operator.text().equals("In") && value.number() == 0) {
        value.invalid("must not be 0 for the In operator");
      }
      if (!seen.add(value.number())) {
        value.duplicate();
      }
      ordered &= last <= value.number();
      last = value.number();
    }
    if (!ordered) {
      values.invalid("must be ordered");
    }
  }

  private static void successPolicy(Field spec, Field policy) {
    Field rules = policy.at("rules");
    rules.isThere();
    if (rules.value().size() > MOST_RULES) {
      rules.tooMany(MOST_RULES);
    }
    for (Field rule : rules.items()) {
      successRule(rule, spec.at("completions").number());
    }
  }

  private static void successRule(Field rule, long completions) {
    Field count = rule.at("succeededCount");
    Field indexes = rule.at("succeededIndexes");
    if (!count.isSet() && !indexes.isSet()) {
      rule.required("at least one of succeededCount or succeededIndexes must be specified");
    }
    long total = 0;
    if (indexes.isSet()) {
      if (indexes.text().length() > LONGEST_INDEXES) {
        indexes.tooLong(LONGEST_INDEXES);
      }
      total = JobIndexes.count(indexes.text(), completions);
      if (total < 0) {
        indexes.invalid("must be increasing numbers and ranges below completions");
      }
    }
    if (count.isSet()) {
      count.notNegative();
      if (count.number() > completions) {
        count.invalid("must be less than or equal to completions, " + completions);
      }
      if (indexes.isSet() && count.number() > Math.max(total, 0)) {
        count.invalid("must be less than or equal to the number of succeededIndexes");
      }
    }
  }

  private static void restartPolicy(Field spec) {
    Field policy = spec.at("template", "spec").at("restartPolicy");
    switch (policy.text()) {
      case "", "Always" -> policy.required("valid values: \"OnFailure\", \"Never\"");
      case "OnFailure" -> {
        if (spec.has("podFailurePolicy")) {
          policy.invalid("only \"Never\" is supported when podFailurePolicy is specified");
        }
      }
      case "Never" -> {}
      default -> policy.notSupported(List.of("OnFailure", "Never"));
    }
  }
}
