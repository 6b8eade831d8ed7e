package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.Formats;
import io.github.dratestkit.apiserver.registry.kinds.rules.References;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is wrong with an autoscaler (pkg/apis/autoscaling/validation/validation.go, 1.37). */
final class AutoscalerValidation {

  private static final int LONGEST_WINDOW = 3_600;
  private static final int LONGEST_PERIOD = 1_800;
  private static final List<String> SELECT = List.of("Disabled", "Max", "Min");
  private static final List<String> POLICIES = List.of("Percent", "Pods");
  private static final List<String> TARGETS = List.of("Utilization", "Value", "AverageValue");
  private static final List<String> FIELDS =
      List.of("object", "external", "pods", "resource", "containerResource");
  private static final Map<String, String> TYPES =
      Map.of(
          "Object", "object",
          "External", "external",
          "Pods", "pods",
          "Resource", "resource",
          "ContainerResource", "containerResource");

  private AutoscalerValidation() {}

  static void spec(Field spec, long fewest) {
    Field least = spec.at("minReplicas");
    Field most = spec.at("maxReplicas");
    if (least.isSet() && least.number() < fewest) {
      least.invalid("must be greater than or equal to " + fewest);
    }
    if (most.number() == 0) {
      most.required("must be set and greater than 0");
    } else if (most.number() < 0) {
      most.invalid("must be greater than or equal to 1");
    }
    if (least.isSet() && most.number() < least.number()) {
      most.invalid("must be greater than or equal to `minReplicas`");
    }
    reference(spec.at("scaleTargetRef"));
    Field version = spec.at("scaleTargetRef", "apiVersion");
    if (version.text().indexOf('/') <= 0) {
      version.invalid("apiVersion must specify API group");
    }
    metrics(spec.at("metrics"), least);
    rules(spec.at("behavior", "scaleUp"));
    rules(spec.at("behavior", "scaleDown"));
  }

  private static void reference(Field reference) {
    References.required(reference.at("kind"));
    References.required(reference.at("name"));
    String version = reference.at("apiVersion").text();
    if (version.chars().filter(letter -> letter == '/').count() > 1) {
      reference.at("apiVersion").invalid("must be a group, '/' and a version");
    }
  }

  private static void metrics(Field metrics, Field least) {
    boolean outside = false;
    for (Field metric : metrics.items()) {
      metric(metric);
      String type = metric.at("type").text();
      outside |= type.equals("Object") || type.equals("External");
    }
    if (least.isSet() && least.number() == 0 && !outside) {
      metrics.forbidden("must specify at least one Object or External metric to scale to zero");
    }
  }

  private static void metric(Field metric) {
    Field type = metric.at("type");
    if (type.isEmpty()) {
      type.required("must specify a metric source type");
    }
    if (!TYPES.containsKey(type.text())) {
      type.notSupported(TYPES.keySet());
    }
    List<String> present = new ArrayList<>(FIELDS.stream().filter(metric::has).toList());
    if (!present.isEmpty()) {
      source(present.get(0), metric.at(present.get(0)));
    }
    String expected = TYPES.getOrDefault(type.text(), "");
    if (!expected.isEmpty() && !metric.has(expected)) {
      metric.at(expected).required("must populate information for the given metric source");
    }
    if (present.size() != 1) {
      present.remove(expected);
      present.forEach(
          field -> metric.at(field).forbidden("must populate the given metric source only"));
    }
  }

  private static void source(String kind, Field source) {
    Field target = source.at("target");
    switch (kind) {
      case "object", "external" -> {
        if (kind.equals("object")) {
          reference(source.at("describedObject"));
        }
        References.required(source.at("metric", "name"));
        target(target);
        if (!target.has("value") && !target.has("averageValue")) {
          target.at("averageValue").required("must set either a target value or averageValue");
        }
        if (kind.equals("external") && target.has("value") && target.has("averageValue")) {
          target.at("value").forbidden("may not set both a target value and averageValue");
        }
      }
      case "pods" -> {
        References.required(source.at("metric", "name"));
        target(target);
        if (!target.has("averageValue")) {
          target.at("averageValue").required("must specify a positive target averageValue");
        }
      }
      default -> resource(source, kind.equals("containerResource"));
    }
  }

  private static void resource(Field source, boolean ofContainer) {
    Field name = source.at("name");
    if (name.isThere() && ofContainer) {
      ResourceNames.checkContainer(name.text(), name.path(), name.errors());
    }
    if (ofContainer && source.at("container").isThere()) {
      Formats.dnsLabel(source.at("container"));
    }
    Field target = source.at("target");
    target(target);
    boolean share = target.has("averageUtilization");
    if (!share && !target.has("averageValue")) {
      target.at("averageUtilization").required("must set a target value or utilization");
    }
    if (share && target.has("averageValue")) {
      target.at("averageValue").forbidden("may not set both a target value and utilization");
    }
  }

  private static void target(Field target) {
    Field type = target.at("type");
    if (type.isEmpty()) {
      type.required("must specify a metric target type");
    }
    if (!TARGETS.contains(type.text())) {
      type.invalid("must be either Utilization, Value, or AverageValue");
    }
    for (String field : List.of("value", "averageValue")) {
      if (target.has(field) && target.at(field).quantity().sign() <= 0) {
        target.at(field).invalid("must be positive");
      }
    }
    Field share = target.at("averageUtilization");
    if (share.isSet() && share.number() < 1) {
      share.invalid("must be greater than 0");
    }
  }

  private static void rules(Field rules) {
    if (!rules.isSet()) {
      return;
    }
    Field window = rules.at("stabilizationWindowSeconds");
    if (window.isSet() && (window.number() < 0 || window.number() > LONGEST_WINDOW)) {
      window.invalid("must be between 0 and " + LONGEST_WINDOW);
    }
    rules.at("selectPolicy").oneOfIfSet(SELECT);
    Field policies = rules.at("policies");
    policies.isThere();
    for (Field policy : policies.items()) {
      policy.at("type").oneOf(POLICIES);
      policy.at("value").positive();
      policy.at("periodSeconds").positive();
      if (policy.at("periodSeconds").number() > LONGEST_PERIOD) {
        policy.at("periodSeconds").invalid("must be less than or equal to " + LONGEST_PERIOD);
      }
    }
    Field tolerance = rules.at("tolerance");
    if (tolerance.isSet() && tolerance.quantity().sign() < 0) {
      tolerance.invalid("must be greater than or equal to 0");
    }
  }
}
