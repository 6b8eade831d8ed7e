package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.resource.ConfigurationRules.Size;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a claim's spec may ask for: {@code spec} of a claim, {@code spec.spec} of a template. */
final class ClaimRules {

  private static final int REQUESTS_LIMIT = 32;
  private static final int CONSTRAINTS_LIMIT = 32;
  private static final int CONFIGURATIONS_LIMIT = 32;

  private final FeatureSet features;
  private final RequestRules requests;

  ClaimRules(FeatureSet features, ExpressionRules expressions) {
    this.features = features;
    this.requests = new RequestRules(expressions);
  }

  void check(JsonNode spec, String path, Findings findings) {
    JsonNode devices = spec.path("devices");
    String at = path + ".devices";
    RequestNames names = RequestNames.of(devices);
    DerivedAttributes derived = DerivedAttributes.of(devices);
    requests(devices, derived, at + ".requests", findings);
    constraints(devices, names, at + ".constraints", findings);
    configurations(devices, names, at + ".config", findings);
    derived.checkTotalCost(at, findings);
  }

  private void requests(
      JsonNode devices, DerivedAttributes derived, String path, Findings findings) {
    List<JsonNode> all = Tree.items(devices, "requests");
    if (Lists.fits(all, REQUESTS_LIMIT, path, findings.alsoDeclared())) {
      Lists.each(
          all, path, (request, at, found) -> requests.check(request, derived, at, found), findings);
      Lists.unique(all, path, request -> Tree.text(request, "name"), findings.alsoDeclared());
    }
  }

  private void constraints(JsonNode devices, RequestNames names, String path, Findings findings) {
    List<JsonNode> all = Tree.items(devices, "constraints");
    if (Lists.fits(all, CONSTRAINTS_LIMIT, path, findings.alsoDeclared())) {
      Lists.each(
          all, path, (constraint, at, found) -> constraint(constraint, names, at, found), findings);
    }
  }

  /** If both attributes are set, only the first is looked at, here and when it is allocated. */
  private void constraint(JsonNode constraint, RequestNames names, String path, Findings findings) {
    names.references(constraint, path, findings);
    for (String field : List.of("matchAttribute", "distinctAttribute")) {
      if (Tree.has(constraint, field)) {
        Formats.fullyQualifiedName(
            Tree.text(constraint, field), Path.child(path, field), findings.alsoDeclared());
        return;
      }
    }
    if (features.enabled("DRAConsumableCapacity")) {
      findings.required(path, "one of matchAttribute and distinctAttribute");
    } else {
      findings.required(path + ".matchAttribute", "the attribute that all devices must share");
    }
  }

  private static void configurations(
      JsonNode devices, RequestNames names, String path, Findings findings) {
    List<JsonNode> all = Tree.items(devices, "config");
    if (Lists.fits(all, CONFIGURATIONS_LIMIT, path, findings.alsoDeclared())) {
      Lists.each(
          all,
          path,
          (configuration, at, found) -> {
            names.references(configuration, at, found);
            ConfigurationRules.check(configuration, Size.LIMITED, at, found);
          },
          findings);
    }
  }

  /** Says that a spec which may not change has changed. */
  static void immutable(JsonNode spec, JsonNode old, Findings findings) {
    if (!SemanticEquality.same(spec, old)) {
      findings.add(
          new FieldError(FieldError.Type.INVALID, "spec", "Invalid value: field is immutable"));
    }
  }
}
