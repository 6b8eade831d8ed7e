package io.github.dratestkit.apiserver.lint;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.github.dratestkit.allocator.cel.CelDevice;
import io.github.dratestkit.allocator.cel.CelEnvironment;
import io.github.dratestkit.allocator.cel.CelEnvironment.Mode;
import io.github.dratestkit.allocator.cel.Compilation;
import io.github.dratestkit.allocator.cel.Evaluation;
import io.github.dratestkit.apiserver.lint.Inventory.PlacedDevice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Devices that no class selects, and selectors that match no device here. */
final class Selection implements Advice {

  private static final Rule NEVER_MATCHES =
      Rule.warning(
          "selector-never-matches",
          "a claim with this selector waits for ever if the cluster has only these devices",
          "compare the selector with the attributes and capacities of the devices");
  private static final Rule UNSELECTED =
      Rule.warning(
          "unselected-device",
          "a device is only ever allocated through a class that selects it",
          "widen the selectors of a class, or add a class");

  private record Selectable(PlacedDevice placed, CelDevice view) {}

  @Override
  public List<LintFinding> about(Inventory inventory) {
    List<Selectable> devices = new ArrayList<>();
    for (List<Subject> slices : inventory.pools().values()) {
      for (PlacedDevice placed : Inventory.devices(slices)) {
        devices.add(new Selectable(placed, view(placed)));
      }
    }
    List<LintFinding> findings = new ArrayList<>();
    if (devices.isEmpty()) {
      return findings;
    }
    CelEnvironment environment = CelEnvironment.of(inventory.features(), Mode.STORED_EXPRESSIONS);
    unselected(inventory, environment, devices, findings);
    for (Subject claim : inventory.all("resourceclaims")) {
      requests(claim, claim.spec(), "spec", environment, devices, findings);
    }
    for (Subject template : inventory.all("resourceclaimtemplates")) {
      requests(template, template.spec().path("spec"), "spec.spec", environment, devices, findings);
    }
    return findings;
  }

  private static void unselected(
      Inventory inventory,
      CelEnvironment environment,
      List<Selectable> devices,
      List<LintFinding> findings) {
    List<Subject> classes = inventory.all("deviceclasses");
    List<LintFinding> idle = new ArrayList<>();
    Set<PlacedDevice> selected = new HashSet<>();
    for (Subject deviceClass : classes) {
      Set<PlacedDevice> ofClass = new HashSet<>();
      devices.forEach(device -> ofClass.add(device.placed()));
      selectors(deviceClass, deviceClass.spec(), "spec", environment, devices, ofClass, idle);
      selected.addAll(ofClass);
    }
    if (classes.isEmpty()) {
      return;
    }
    // A class for hardware that is elsewhere is fine, as long as all that is here has one.
    if (selected.size() < devices.size()) {
      findings.addAll(idle);
    }
    for (Selectable device : devices) {
      if (!selected.contains(device.placed())) {
        findings.add(
            device
                .placed()
                .slice()
                .finding(
                    UNSELECTED,
                    device.placed().path(),
                    "no class here selects " + device.placed().name()));
      }
    }
  }

  private static void requests(
      Subject subject,
      JsonNode claimSpec,
      String path,
      CelEnvironment environment,
      List<Selectable> devices,
      List<LintFinding> findings) {
    List<JsonNode> requests = Subject.items(claimSpec.path("devices"), "requests");
    for (int i = 0; i < requests.size(); i++) {
      String at = path + ".devices.requests[" + i + "]";
      selectors(
          subject,
          requests.get(i).path("exactly"),
          at + ".exactly",
          environment,
          devices,
          new HashSet<>(),
          findings);
      List<JsonNode> alternatives = Subject.items(requests.get(i), "firstAvailable");
      for (int j = 0; j < alternatives.size(); j++) {
        selectors(
            subject,
            alternatives.get(j),
            at + ".firstAvailable[" + j + "]",
            environment,
            devices,
            new HashSet<>(),
            findings);
      }
    }
  }

  /** Reports selectors that match nothing; leaves in {@code left} what all of them match. */
  private static void selectors(
      Subject subject,
      JsonNode owner,
      String path,
      CelEnvironment environment,
      List<Selectable> devices,
      Set<PlacedDevice> left,
      List<LintFinding> findings) {
    List<JsonNode> selectors = Subject.items(owner, "selectors");
    for (int i = 0; i < selectors.size(); i++) {
      String text = selectors.get(i).path("cel").path("expression").asString("");
      if (!(environment.compileSelector(text) instanceof Compilation.Compiled compiled)) {
        continue;
      }
      Set<PlacedDevice> matching = new HashSet<>();
      for (Selectable device : devices) {
        if (compiled.expression().evaluate(device.view()) instanceof Evaluation.Value value
            && Boolean.TRUE.equals(value.value())) {
          matching.add(device.placed());
        }
      }
      left.retainAll(matching);
      if (matching.isEmpty()) {
        findings.add(
            subject.finding(
                NEVER_MATCHES,
                path + ".selectors[" + i + "].cel.expression",
                "none of the " + devices.size() + " devices here matches " + text));
      }
    }
  }

  private static CelDevice view(PlacedDevice placed) {
    Device device = Serialization.unmarshal(placed.device().toString(), Device.class);
    return CelDevice.of(placed.driver(), device);
  }
}
