package io.github.dratestkit.apiserver.lint;

import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import io.github.dratestkit.apiserver.lint.SelectorTrial.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Devices that no class selects, and selectors that match no device here or fail on one. */
final class Selection implements Advice {

  private static final LintRule NEVER_MATCHES =
      LintRule.warning(
          "selector-never-matches",
          "a claim with this selector waits for ever if the cluster has only these devices",
          "compare the selector with the attributes and capacities of the devices");
  private static final LintRule FAILS =
      LintRule.warning(
          "selector-fails",
          "an error while a selector is evaluated ends the attempt to place the pod on any node",
          "compare device.driver first, and ask for what may be absent with has() or .?");
  private static final LintRule UNSELECTED =
      LintRule.warning(
          "unselected-device",
          "a device is only ever allocated through a class that selects it",
          "widen the selectors of a class, or add a class");

  /** A finding about a class, and whether the class looks as if it were for other hardware. */
  private record Idle(LintFinding finding, boolean forOtherType) {}

  @Override
  public List<LintRule> rules() {
    return List.of(NEVER_MATCHES, FAILS, UNSELECTED);
  }

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<LintFinding> findings = new ArrayList<>();
    List<PlacedDevice> devices = new ArrayList<>();
    inventory.pools().values().forEach(slices -> devices.addAll(Inventory.devices(slices)));
    if (devices.isEmpty()) {
      return findings;
    }
    SelectorTrial trial = new SelectorTrial(inventory.features(), devices);
    Map<String, Set<PlacedDevice>> classes = classes(inventory, trial, findings);
    for (Subject claim : inventory.all("resourceclaims")) {
      requests(claim, claim.spec(), "spec", trial, classes, findings);
    }
    for (Subject template : inventory.all("resourceclaimtemplates")) {
      requests(template, template.spec().path("spec"), "spec.spec", trial, classes, findings);
    }
    return findings;
  }

  private static Map<String, Set<PlacedDevice>> classes(
      Inventory inventory, SelectorTrial trial, List<LintFinding> findings) {
    Map<String, Set<PlacedDevice>> classes = new HashMap<>();
    List<Idle> idle = new ArrayList<>();
    Set<PlacedDevice> selected = new HashSet<>();
    for (Subject deviceClass : inventory.all("deviceclasses")) {
      List<LintFinding> ofClass = new ArrayList<>();
      Set<PlacedDevice> matching =
          selectors(deviceClass, deviceClass.spec(), "spec", trial, trial.all(), ofClass);
      boolean forOtherType = deviceClass.spec().toString().contains(".type");
      ofClass.forEach(finding -> idle.add(new Idle(finding, forOtherType)));
      selected.addAll(matching);
      classes.put(deviceClass.name(), matching);
    }
    // A class for another type of device is fine, as long as all that is here has one.
    boolean allSelected = selected.size() == trial.all().size();
    idle.stream()
        .filter(
            one ->
                !allSelected
                    || !one.forOtherType()
                    || !one.finding().rule().equals(NEVER_MATCHES.id()))
        .forEach(one -> findings.add(one.finding()));
    if (!classes.isEmpty()) {
      trial.all().stream()
          .filter(device -> !selected.contains(device))
          .forEach(device -> findings.add(unselected(device)));
    }
    return classes;
  }

  private static LintFinding unselected(PlacedDevice device) {
    return device
        .slice()
        .finding(UNSELECTED, device.path(), "no class here selects " + device.name());
  }

  private static void requests(
      Subject subject,
      JsonNode claimSpec,
      String path,
      SelectorTrial trial,
      Map<String, Set<PlacedDevice>> classes,
      List<LintFinding> findings) {
    List<JsonNode> requests = Subject.items(claimSpec.path("devices"), "requests");
    for (int i = 0; i < requests.size(); i++) {
      String at = path + ".devices.requests[" + i + "]";
      request(subject, requests.get(i).path("exactly"), at + ".exactly", trial, classes, findings);
      List<JsonNode> alternatives = Subject.items(requests.get(i), "firstAvailable");
      for (int j = 0; j < alternatives.size(); j++) {
        String ranked = at + ".firstAvailable[" + j + "]";
        request(subject, alternatives.get(j), ranked, trial, classes, findings);
      }
    }
  }

  /** A request looks at the devices of its class; a class that is not here may select anything. */
  private static void request(
      Subject subject,
      JsonNode request,
      String path,
      SelectorTrial trial,
      Map<String, Set<PlacedDevice>> classes,
      List<LintFinding> findings) {
    String className = request.path("deviceClassName").asString("");
    Set<PlacedDevice> ofClass = classes.getOrDefault(className, trial.all());
    if (!ofClass.isEmpty()) {
      selectors(subject, request, path, trial, ofClass, findings);
    }
  }

  /** Reports selectors with which nothing is left or that fail; returns what all of them match. */
  private static Set<PlacedDevice> selectors(
      Subject subject,
      JsonNode owner,
      String path,
      SelectorTrial trial,
      Set<PlacedDevice> devices,
      List<LintFinding> findings) {
    Set<PlacedDevice> left = devices;
    List<JsonNode> selectors = Subject.items(owner, "selectors");
    for (int i = 0; i < selectors.size() && !left.isEmpty(); i++) {
      String at = path + ".selectors[" + i + "].cel.expression";
      String text = selectors.get(i).path("cel").path("expression").asString("");
      Optional<Verdict> verdict = trial.of(text, left);
      if (verdict.isPresent()) {
        finding(subject, at, left.size(), verdict.get()).ifPresent(findings::add);
        left = verdict.get().matching();
      }
    }
    return left;
  }

  private static Optional<LintFinding> finding(
      Subject subject, String field, int devices, Verdict verdict) {
    String failure =
        verdict.failing() == null
            ? ""
            : "fails on " + verdict.failing().name() + ": " + verdict.failure();
    if (verdict.matching().isEmpty()) {
      String message = "matches none of the devices here (" + devices + ")";
      return Optional.of(
          subject.finding(
              NEVER_MATCHES, field, failure.isEmpty() ? message : message + ", and " + failure));
    }
    return failure.isEmpty()
        ? Optional.empty()
        : Optional.of(subject.finding(FAILS, field, failure));
  }
}
