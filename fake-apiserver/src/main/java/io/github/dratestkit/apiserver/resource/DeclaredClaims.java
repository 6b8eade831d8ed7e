package io.github.dratestkit.apiserver.resource;

import static io.github.dratestkit.apiserver.resource.Declared.eachText;
import static io.github.dratestkit.apiserver.resource.Declared.immutable;
import static io.github.dratestkit.apiserver.resource.Declared.is;
import static io.github.dratestkit.apiserver.resource.Declared.items;
import static io.github.dratestkit.apiserver.resource.Declared.maxBytes;
import static io.github.dratestkit.apiserver.resource.Declared.maxCharacters;
import static io.github.dratestkit.apiserver.resource.Declared.maxItems;
import static io.github.dratestkit.apiserver.resource.Declared.notModified;
import static io.github.dratestkit.apiserver.resource.Declared.oneOf;
import static io.github.dratestkit.apiserver.resource.Declared.optional;
import static io.github.dratestkit.apiserver.resource.Declared.optionalPointer;
import static io.github.dratestkit.apiserver.resource.Declared.required;
import static io.github.dratestkit.apiserver.resource.Declared.text;
import static io.github.dratestkit.apiserver.resource.Declared.type;
import static io.github.dratestkit.apiserver.resource.Declared.unique;

import java.util.List;

/** The rules declared for claims, claim templates and device classes. */
final class DeclaredClaims {

  /** Values of skipNodeOperations, of slices and of results. */
  static final Declared.Rule NODE_OPERATIONS =
      eachText(
          (text, path, findings) ->
              Formats.oneOf(
                  text,
                  List.of(
                      SkipNodeOperationRules.ALL,
                      SkipNodeOperationRules.PREPARE,
                      SkipNodeOperationRules.UNPREPARE),
                  path,
                  findings));

  private static final Declared.Rule QUALIFIED = text(Formats::lowerCaseFullyQualifiedName);

  private static final Declared TOLERATION =
      type()
          .field("key", optional(), text(Formats::labelKey))
          .field("operator", required(), oneOf(TolerationRules.OPERATORS))
          .field("effect", optional(), oneOf(TaintRules.EFFECTS));

  private static final Declared DERIVED_ATTRIBUTE =
      type().settledField("name", required(), QUALIFIED).settledField("expression", required());

  private static final Declared ALTERNATIVE =
      devices(type().field("deviceClassName", required(), text(Formats::dnsSubdomain)));

  private static final Declared REQUEST =
      alternatives(type().field("exactly", optionalPointer(), is(devices(type()))));

  private static final Declared FLAT_REQUEST = alternatives(devices(type()));

  private static final Declared OPAQUE =
      type().field("driver", required(), text(Formats::dnsSubdomainOfAnyCase), maxCharacters(63));

  private static final Declared CLASS_CONFIGURATION = opaque(type());

  private static final Declared CONFIGURATION = opaque(references(type()));

  private static final Declared CONSTRAINT =
      references(type())
          .field("matchAttribute", optionalPointer(), QUALIFIED)
          .field("distinctAttribute", optionalPointer(), QUALIFIED);

  private static final Declared RESULT =
      type()
          .field("driver", required(), text(Formats::dnsSubdomainOfAnyCase), maxCharacters(63))
          .field("pool", required(), text(Formats::poolParts))
          .field("tolerations", optional(), items(TOLERATION))
          .field("bindingConditions", optional(), maxItems(4))
          .field("bindingFailureConditions", optional(), maxItems(4))
          .field("shareID", optionalPointer(), text(Formats::uuid))
          .settledField("skipNodeOperations", optional(), unique(), NODE_OPERATIONS);

  private static final Declared ALLOCATION_CONFIGURATION =
      opaque(references(type().field("source", required(), oneOf(AllocationRules.SOURCES))));

  private static final Declared ALLOCATION =
      type()
          .field(
              "devices",
              is(
                  type()
                      .field("results", optional(), maxItems(32), items(RESULT))
                      .field("config", optional(), maxItems(64), items(ALLOCATION_CONFIGURATION))));

  private static final Declared NETWORK_DATA =
      type()
          .field("interfaceName", optional(), maxBytes(256))
          .field("ips", optional(), maxItems(16), unique())
          .field("hardwareAddress", optional(), maxBytes(128));

  private static final Declared DEVICE_STATUS =
      type()
          .field("shareID", optionalPointer(), text(Formats::uuid))
          .field("networkData", optionalPointer(), is(NETWORK_DATA));

  private static final String[] DEVICE_KEYS = {"driver", "device", "pool", "shareID"};

  private static final Declared STATUS =
      type()
          .field("allocation", optionalPointer(), notModified(), is(ALLOCATION))
          .field("reservedFor", optional(), maxItems(256), unique("uid"))
          .field("devices", optional(), unique(DEVICE_KEYS), items(DEVICE_STATUS, DEVICE_KEYS));

  static final Declared CLAIM = claim(REQUEST);
  static final Declared FLAT_CLAIM = claim(FLAT_REQUEST);
  static final Declared TEMPLATE = template(REQUEST);
  static final Declared FLAT_TEMPLATE = template(FLAT_REQUEST);

  static final Declared CLASS =
      type()
          .field(
              "spec",
              is(
                  type()
                      .field("selectors", optional(), maxItems(32))
                      .field("config", optional(), maxItems(32), items(CLASS_CONFIGURATION))
                      .field(
                          "extendedResourceName",
                          optionalPointer(),
                          text(Formats::extendedResource))));

  private DeclaredClaims() {}

  private static Declared claim(Declared request) {
    return type().field("spec", immutable(), is(spec(request))).field("status", is(STATUS));
  }

  private static Declared template(Declared request) {
    return type().field("spec", is(type().field("spec", is(spec(request)))));
  }

  private static Declared spec(Declared request) {
    return type()
        .field(
            "devices",
            is(
                type()
                    .field(
                        "requests",
                        optional(),
                        maxItems(32),
                        unique("name"),
                        items(request, "name"))
                    .field("constraints", optional(), maxItems(32), items(CONSTRAINT))
                    .field("config", optional(), maxItems(32), items(CONFIGURATION))));
  }

  private static Declared devices(Declared request) {
    return request
        .field("selectors", optional(), maxItems(32))
        .field("allocationMode", optional(), oneOf(RequestRules.ALLOCATION_MODES))
        .field("tolerations", optional(), items(TOLERATION))
        .settledField("derivedAttributes", optional(), maxItems(32), items(DERIVED_ATTRIBUTE));
  }

  private static Declared alternatives(Declared request) {
    return request.field(
        "firstAvailable", optional(), maxItems(8), unique("name"), items(ALTERNATIVE, "name"));
  }

  private static Declared references(Declared owner) {
    return owner.field("requests", optional(), maxItems(32), unique());
  }

  private static Declared opaque(Declared configuration) {
    return configuration.field("opaque", optionalPointer(), is(OPAQUE));
  }
}
