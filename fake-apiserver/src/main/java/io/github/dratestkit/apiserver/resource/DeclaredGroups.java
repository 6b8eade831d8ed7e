package io.github.dratestkit.apiserver.resource;

import static io.github.dratestkit.apiserver.resource.Declared.atLeast;
import static io.github.dratestkit.apiserver.resource.Declared.between;
import static io.github.dratestkit.apiserver.resource.Declared.fixedItems;
import static io.github.dratestkit.apiserver.resource.Declared.immutable;
import static io.github.dratestkit.apiserver.resource.Declared.is;
import static io.github.dratestkit.apiserver.resource.Declared.items;
import static io.github.dratestkit.apiserver.resource.Declared.maxItems;
import static io.github.dratestkit.apiserver.resource.Declared.oneOf;
import static io.github.dratestkit.apiserver.resource.Declared.optional;
import static io.github.dratestkit.apiserver.resource.Declared.optionalPointer;
import static io.github.dratestkit.apiserver.resource.Declared.required;
import static io.github.dratestkit.apiserver.resource.Declared.requiredPointer;
import static io.github.dratestkit.apiserver.resource.Declared.settledPresence;
import static io.github.dratestkit.apiserver.resource.Declared.text;
import static io.github.dratestkit.apiserver.resource.Declared.together;
import static io.github.dratestkit.apiserver.resource.Declared.type;
import static io.github.dratestkit.apiserver.resource.Declared.unique;

import io.github.dratestkit.apiserver.resource.Findings.Standing;
import java.util.List;

/** The rules declared for pod groups and workloads (k8s.io/api/scheduling/v1beta1, 1.37). */
final class DeclaredGroups {

  private static final int HIGHEST_PRIORITY = 1_000_000_000;
  private static final Declared.Rule LONG_NAME = text(Formats::dnsSubdomain);
  private static final Declared.Rule SHORT_NAME = text(Formats::dnsLabel);
  private static final Declared.Rule POLICY = oneOf(List.of("Never", "PreemptLowerPriority"));

  private static final Declared CLAIM =
      type()
          .exactlyOneOf(Standing.DECLARED, "resourceClaimName", "resourceClaimTemplateName")
          .settledField("name", required(), SHORT_NAME)
          .settledField("resourceClaimName", optionalPointer(), LONG_NAME)
          .settledField("resourceClaimTemplateName", optionalPointer(), LONG_NAME);

  private static final Declared CLAIM_STATUS =
      type().settledField("resourceClaimName", optionalPointer(), LONG_NAME);

  private static final Declared TOPOLOGY =
      type()
          .settledField(
              "topology",
              optional(),
              maxItems(1),
              items(type().settledField("key", required(), text(Formats::labelKey))));

  private static final Declared DISRUPTION_MODE =
      type().exactlyOneOf(Standing.DECLARED, "single", "all");

  private static final Declared WORKLOAD_REFERENCE =
      type()
          .settledField("workloadName", required(), LONG_NAME)
          .settledField("templateName", required(), SHORT_NAME);

  private static final Declared POD_GROUP_TEMPLATE =
      template(type(), "minCount")
          .settledField(
              "resourceClaims",
              together(maxItems(4), immutable()),
              optional(),
              unique("name"),
              items(CLAIM, "name"));

  private static final Declared COMPOSITE_TEMPLATE = compositeTemplate();

  static final Declared WORKLOAD =
      type()
          .field(
              "spec",
              is(
                  templates(
                      type()
                          .exactlyOneOf(
                              Standing.DECLARED, "podGroupTemplates", "compositePodGroupTemplates")
                          .settledField(
                              "controllerRef",
                              immutable(),
                              optionalPointer(),
                              is(
                                  type()
                                      .settledField("apiGroup", optional(), LONG_NAME)
                                      .settledField("kind", required(), text(Formats::pathSegment))
                                      .settledField(
                                          "name", required(), text(Formats::pathSegment)))),
                      COMPOSITE_TEMPLATE)));

  static final Declared POD_GROUP =
      type()
          .field(
              "spec",
              is(
                  group(type(), optionalPointer())
                      .settledField("schedulingPolicy", is(policy("minCount")))
                      .settledField(
                          "resourceClaims",
                          together(maxItems(4), immutable()),
                          optional(),
                          unique("name"),
                          items(CLAIM, "name"))))
          .field(
              "status",
              is(
                  type()
                      .settledField(
                          "resourceClaimStatuses",
                          optional(),
                          maxItems(4),
                          unique("name"),
                          items(CLAIM_STATUS, "name"))));

  static final Declared COMPOSITE_POD_GROUP =
      type()
          .field(
              "spec",
              is(
                  group(type(), requiredPointer())
                      .settledField("schedulingPolicy", immutable(), is(policy("minGroupCount")))));

  private DeclaredGroups() {}

  private static Declared policy(String minimum) {
    Declared gang = type().settledField(minimum, required(), atLeast(1));
    return type()
        .exactlyOneOf(Standing.DECLARED, "basic", "gang")
        .settledField("basic", immutable())
        .settledField("gang", settledPresence(), optionalPointer(), is(gang));
  }

  private static Declared group(Declared group, Declared.Rule reference) {
    return priority(group)
        .settledField("parentCompositePodGroupName", immutable(), optionalPointer(), LONG_NAME)
        .settledField("workloadRef", together(immutable(), reference), is(WORKLOAD_REFERENCE))
        .settledField("schedulingConstraints", immutable(), optionalPointer(), is(TOPOLOGY))
        .settledField("disruptionMode", immutable(), optionalPointer(), is(DISRUPTION_MODE));
  }

  private static Declared template(Declared template, String minimum) {
    return priority(template)
        .settledField("name", required(), SHORT_NAME)
        .settledField("schedulingPolicy", is(policy(minimum)))
        .settledField("schedulingConstraints", immutable(), optionalPointer(), is(TOPOLOGY))
        .settledField("disruptionMode", immutable(), optionalPointer(), is(DISRUPTION_MODE));
  }

  private static Declared priority(Declared owner) {
    return owner
        .settledField("priorityClassName", immutable(), optional(), LONG_NAME)
        .settledField(
            "priority",
            immutable(),
            optionalPointer(),
            between(Integer.MIN_VALUE, HIGHEST_PRIORITY))
        .settledField("preemptionPolicy", optionalPointer(), immutable(), POLICY);
  }

  // Composite templates hold templates of their own kind.
  private static Declared compositeTemplate() {
    Declared composite = template(type(), "minGroupCount");
    return templates(composite, composite);
  }

  private static Declared templates(Declared owner, Declared composite) {
    return owner
        .settledField(
            "podGroupTemplates",
            together(maxItems(8), fixedItems("name")),
            optional(),
            unique("name"),
            items(POD_GROUP_TEMPLATE, "name"))
        .settledField(
            "compositePodGroupTemplates",
            together(maxItems(8), fixedItems("name")),
            optional(),
            unique("name"),
            items(composite, "name"));
  }
}
