package io.github.dratestkit.apiserver.resource;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** On which nodes the devices of a slice, or one device, are: exactly one field says it. */
final class NodeSelectionRules {

  private NodeSelectionRules() {}

  static void ofSlice(JsonNode spec, String path, Findings findings) {
    List<String> set = new ArrayList<>();
    name(spec, path, set, findings);
    if (Tree.has(spec, "nodeSelector")) {
      set.add("nodeSelector");
      String at = path + ".nodeSelector";
      NodeSelectorRules.check(spec.path("nodeSelector"), at, findings);
      List<JsonNode> terms = Tree.items(spec.path("nodeSelector"), "nodeSelectorTerms");
      if (terms.size() != 1) {
        findings.invalid(
            at + ".nodeSelectorTerms", terms.size() + " terms", "must be exactly one term");
      }
    }
    flag(spec, "allNodes", path, set, findings);
    flag(spec, "perDeviceNodeSelection", path, set, findings);
    exactlyOne(set, "nodeName, nodeSelector, allNodes and perDeviceNodeSelection", path, findings);
  }

  static void ofDevice(JsonNode device, boolean perDevice, String path, Findings findings) {
    if (!perDevice) {
      if (Tree.has(device, "nodeName")
          || Tree.has(device, "nodeSelector")
          || Tree.has(device, "allNodes")) {
        findings.invalid(
            path,
            Tree.text(device, "name"),
            "a device names its nodes only in a slice with perDeviceNodeSelection");
      }
      return;
    }
    List<String> set = new ArrayList<>();
    name(device, path, set, findings);
    if (Tree.has(device, "nodeSelector")) {
      set.add("nodeSelector");
      NodeSelectorRules.check(device.path("nodeSelector"), path + ".nodeSelector", findings);
    }
    flag(device, "allNodes", path, set, findings);
    exactlyOne(set, "nodeName, nodeSelector and allNodes", path, findings);
  }

  private static void name(JsonNode owner, String path, List<String> set, Findings findings) {
    if (!Tree.has(owner, "nodeName")) {
      return;
    }
    String name = Tree.text(owner, "nodeName");
    if (name.isEmpty()) {
      findings.invalid(path + ".nodeName", "", "must be the name of a node, or not be there");
    } else {
      set.add("nodeName");
      Formats.dnsSubdomain(name, path + ".nodeName", findings);
    }
  }

  private static void flag(
      JsonNode owner, String field, String path, List<String> set, Findings findings) {
    if (!Tree.has(owner, field)) {
      return;
    }
    if (Tree.isTrue(owner, field)) {
      set.add(field);
    } else {
      findings.invalid(Path.child(path, field), false, "must be true, or not be there");
    }
  }

  private static void exactlyOne(List<String> set, String choice, String path, Findings findings) {
    if (set.isEmpty()) {
      findings.required(path, "exactly one of " + choice);
    } else if (set.size() > 1) {
      findings.invalid(path, set, "exactly one of " + choice + " is allowed");
    }
  }
}
