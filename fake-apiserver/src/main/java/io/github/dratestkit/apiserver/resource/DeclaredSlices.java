package io.github.dratestkit.apiserver.resource;

import static io.github.dratestkit.apiserver.resource.Declared.atLeast;
import static io.github.dratestkit.apiserver.resource.Declared.between;
import static io.github.dratestkit.apiserver.resource.Declared.eachKey;
import static io.github.dratestkit.apiserver.resource.Declared.eachText;
import static io.github.dratestkit.apiserver.resource.Declared.eachValue;
import static io.github.dratestkit.apiserver.resource.Declared.immutable;
import static io.github.dratestkit.apiserver.resource.Declared.is;
import static io.github.dratestkit.apiserver.resource.Declared.items;
import static io.github.dratestkit.apiserver.resource.Declared.maxBytes;
import static io.github.dratestkit.apiserver.resource.Declared.maxItems;
import static io.github.dratestkit.apiserver.resource.Declared.oneOf;
import static io.github.dratestkit.apiserver.resource.Declared.optional;
import static io.github.dratestkit.apiserver.resource.Declared.optionalPointer;
import static io.github.dratestkit.apiserver.resource.Declared.required;
import static io.github.dratestkit.apiserver.resource.Declared.requiredPointer;
import static io.github.dratestkit.apiserver.resource.Declared.text;
import static io.github.dratestkit.apiserver.resource.Declared.type;
import static io.github.dratestkit.apiserver.resource.Declared.unique;

import io.github.dratestkit.apiserver.resource.Findings.Standing;

/** The rules declared for slices, device taint rules and pool status requests. */
final class DeclaredSlices {

  private static final Declared TAINT =
      type().field("effect", required(), oneOf(TaintRules.EFFECTS));

  private static final Declared ATTRIBUTE =
      type().exactlyOneOf(Standing.DECLARED_BETA, AttributeRules.VALUES.toArray(String[]::new));

  private static final Declared CONSUMPTION =
      type()
          .field("counterSet", required(), text(Formats::dnsLabel))
          .field("counters", required(), eachKey(Formats::dnsLabel))
          .settledField(
              "compatibilityGroups",
              optional(),
              maxItems(2),
              unique(),
              eachText(Formats::dnsLabel));

  private static final Declared COUNTER_SET =
      type()
          .field("name", required(), text(Formats::dnsLabel))
          .field("counters", required(), eachKey(Formats::dnsLabel));

  private static final Declared ALLOCATABLE =
      type()
          .settledField(
              "mapping",
              optionalPointer(),
              is(type().exactlyOneOf(Standing.DECLARED, "capacityKey", "deviceMultiplier")));

  private static final Declared DEVICE =
      type()
          .field("attributes", optional(), eachValue(ATTRIBUTE))
          .field(
              "consumesCounters",
              optional(),
              maxItems(2),
              unique("counterSet"),
              items(CONSUMPTION, "counterSet"))
          .field("taints", optional(), items(TAINT))
          .field("bindingConditions", optional(), maxItems(4))
          .field("bindingFailureConditions", optional(), maxItems(4))
          .settledField("nodeAllocatableResources", optional(), eachValue(ALLOCATABLE));

  private static final Declared BASIC_DEVICE = type().field("basic", optionalPointer(), is(DEVICE));

  static final Declared SLICE = slice(DEVICE);
  static final Declared SLICE_OF_BASIC_DEVICES = slice(BASIC_DEVICE);

  static final Declared TAINT_RULE = type().field("spec", is(type().field("taint", is(TAINT))));

  private static final Declared PARTITIONS =
      type()
          .settledField("attribute", required())
          .settledField("type", required())
          .settledField("total", requiredPointer(), atLeast(0))
          .settledField("allocatable", requiredPointer(), atLeast(0));

  private static final Declared SHAREABLE_CAPACITY =
      type()
          .settledField("name", required())
          .settledField("total", requiredPointer())
          .settledField("consumed", requiredPointer())
          .settledField("available", requiredPointer());

  private static final Declared SHAREABLE =
      type()
          .settledField("fullyAvailableDevices", requiredPointer(), atLeast(0))
          .settledField("partiallyAvailableDevices", requiredPointer(), atLeast(0))
          .settledField("capacity", maxItems(32), optional(), items(SHAREABLE_CAPACITY));

  private static final Declared POOL =
      type()
          .settledField("driver", required(), text(Formats::dnsSubdomainOfAnyCase))
          .settledField("poolName", required(), text(Formats::poolParts))
          .settledField("generation", required(), atLeast(0))
          .settledField("resourceSliceCount", optionalPointer(), atLeast(1))
          .settledField("totalDevices", optionalPointer(), atLeast(0))
          .settledField("allocatedDevices", optionalPointer(), atLeast(0))
          .settledField("availableDevices", optionalPointer(), atLeast(0))
          .settledField("unavailableDevices", optionalPointer(), atLeast(0))
          .settledField("nodeName", optionalPointer(), text(Formats::dnsSubdomain))
          .settledField("validationError", optionalPointer(), maxBytes(256))
          .settledField(
              "partitionSummary",
              maxItems(32),
              optional(),
              unique("attribute", "type"),
              items(PARTITIONS, "attribute", "type"))
          .settledField("shareableSummary", optionalPointer(), is(SHAREABLE));

  static final Declared POOL_STATUS_REQUEST =
      type()
          .settledField(
              "spec",
              immutable(),
              is(
                  type()
                      .settledField("driver", required(), text(Formats::dnsSubdomainOfAnyCase))
                      .settledField("poolName", optionalPointer(), text(Formats::poolParts))
                      .settledField("limit", requiredPointer(), between(1, 1000))
                      .settledField(
                          "defaultPartitionTypeAttribute",
                          optionalPointer(),
                          text(Formats::lowerCaseFullyQualifiedName))))
          .settledField(
              "status",
              optionalPointer(),
              is(
                  type()
                      .settledField("poolCount", requiredPointer(), atLeast(0))
                      .settledField("pools", maxItems(1000), optional(), items(POOL))
                      .settledField("conditions", maxItems(10), optional())));

  private DeclaredSlices() {}

  private static Declared slice(Declared device) {
    return type()
        .field(
            "spec",
            is(
                type()
                    .field("devices", optional(), items(device))
                    .field(
                        "sharedCounters",
                        optional(),
                        maxItems(8),
                        unique("name"),
                        items(COUNTER_SET, "name"))
                    .settledField(
                        "partitionTypeAttribute",
                        optionalPointer(),
                        text(Formats::lowerCaseFullyQualifiedName))
                    .settledField(
                        "skipNodeOperations",
                        optional(),
                        unique(),
                        DeclaredClaims.NODE_OPERATIONS)));
  }
}
