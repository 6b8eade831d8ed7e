package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.resource.SelectorRules.Origin;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** One request: either an exact one or a list of alternatives. Capacity is not looked at. */
final class RequestRules {

  static final List<String> ALLOCATION_MODES = List.of("All", "ExactCount");

  private static final int ALTERNATIVES_LIMIT = 8;

  private final SelectorRules selectors;
  private final ExpressionRules expressions;

  RequestRules(ExpressionRules expressions) {
    this.selectors = new SelectorRules(expressions);
    this.expressions = expressions;
  }

  void check(JsonNode request, DerivedAttributes derived, String path, Findings findings) {
    String name = Tree.text(request, "name");
    Formats.dnsLabel(name, path + ".name", findings);
    boolean exactly = Tree.has(request, "exactly");
    List<JsonNode> alternatives = Tree.items(request, "firstAvailable");
    if (exactly && !alternatives.isEmpty()) {
      findings.add(
          new FieldError(
              FieldError.Type.INVALID,
              path,
              "Invalid value: has both exactly and firstAvailable, but only one is allowed"));
    } else if (exactly) {
      exact(request.path("exactly"), name, derived, path + ".exactly", findings);
    } else if (!alternatives.isEmpty()) {
      alternatives(alternatives, name, derived, path + ".firstAvailable", findings);
    } else {
      findings.required(path, "one of exactly and firstAvailable");
    }
  }

  private void exact(
      JsonNode exact, String name, DerivedAttributes derived, String path, Findings findings) {
    deviceClass(exact, path, findings);
    devices(exact, name, derived, path, findings);
  }

  private void alternatives(
      List<JsonNode> alternatives,
      String parent,
      DerivedAttributes derived,
      String path,
      Findings findings) {
    if (!Lists.fits(alternatives, ALTERNATIVES_LIMIT, path, findings.alsoDeclared())) {
      return;
    }
    Lists.each(
        alternatives,
        path,
        (alternative, at, found) -> {
          String name = Tree.text(alternative, "name");
          Formats.dnsLabel(name, at + ".name", found);
          deviceClass(alternative, at, found.alsoDeclared());
          devices(alternative, parent + "/" + name, derived, at, found);
        },
        findings);
    Lists.unique(
        alternatives, path, alternative -> Tree.text(alternative, "name"), findings.alsoDeclared());
  }

  /** The class is named, but need not exist. */
  private static void deviceClass(JsonNode request, String path, Findings findings) {
    String name = Tree.text(request, "deviceClassName");
    if (name.isEmpty()) {
      findings.required(path + ".deviceClassName", "the name of a DeviceClass");
    } else {
      Formats.dnsSubdomain(name, path + ".deviceClassName", findings);
    }
  }

  private void devices(
      JsonNode request, String name, DerivedAttributes derived, String path, Findings findings) {
    selectors.check(request, Origin.NEW, path + ".selectors", findings);
    derived.check(request, name, expressions, path + ".derivedAttributes", findings);
    mode(request, path, findings);
    TolerationRules.check(request, path, findings);
  }

  private static void mode(JsonNode request, String path, Findings findings) {
    String mode = Tree.text(request, "allocationMode");
    long count = Tree.number(request, "count");
    switch (mode) {
      case "All" -> {
        if (count != 0) {
          findings.invalid(path + ".count", count, "must not be set for allocationMode All");
        }
      }
      case "ExactCount" -> {
        if (count <= 0) {
          findings.invalid(path + ".count", count, "must be greater than zero");
        }
      }
      default ->
          findings
              .alsoDeclared()
              .add(FieldError.notSupported(path + ".allocationMode", mode, ALLOCATION_MODES));
    }
  }
}
