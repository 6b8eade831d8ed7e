package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.kinds.rules.Addresses;
import io.github.dratestkit.apiserver.registry.kinds.rules.Field;
import io.github.dratestkit.apiserver.registry.kinds.rules.ResourceNames;
import io.github.dratestkit.apiserver.registry.kinds.rules.TolerationValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What is wrong with a node (ValidateNode and ValidateNodeUpdate, core validation, 1.37). */
final class NodeValidation {

  private static final Pattern FEATURE =
      Pattern.compile("[A-Z][a-zA-Z0-9]*(/[a-zA-Z][a-zA-Z0-9]*)*");
  private static final int LONGEST_FEATURE = 253;

  private NodeValidation() {}

  /** Checks a whole node. */
  static void whole(Field node) {
    reported(node);
    Field swap = node.at("status", "nodeInfo").at("swap", "capacity");
    if (swap.isSet()) {
      swap.named("metadata.nodeSwapStatus.capacity").positive();
    }
    Field ranges = node.at("spec", "podCIDRs");
    ranges.items().forEach(range -> Addresses.range(range, List.of()));
    int size = ranges.value().size();
    if (size > 2 || (size == 2 && !Addresses.areOfBothFamilies(ranges.texts()))) {
      ranges.invalid("may specify no more than one CIDR for each IP family");
    }
  }

  /** Checks what a kubelet may report of a node that is there. */
  static void reported(Field node) {
    // The path is the real server's: its rules are called with the path of the metadata.
    TolerationValidation.taints(node.at("spec", "taints").named("metadata.taints"));
    for (String list : List.of("capacity", "allocatable")) {
      Field amounts = node.at("status", list);
      for (String name : amounts.keys()) {
        Field amount = amounts.at(name);
        ResourceNames.checkAmount(name, amount.value(), amount.path(), amount.errors());
      }
    }
    declaredFeatures(node.at("status", "declaredFeatures"));
  }

  // Only neighbours are compared: the list must be sorted.
  private static void declaredFeatures(Field declared) {
    String before = "";
    for (Field feature : declared.items()) {
      String text = feature.text();
      if (!FEATURE.matcher(text).matches() || text.length() > LONGEST_FEATURE) {
        feature.invalid("must be words in camel case with / between them");
      }
      if (before.equals(text) && !before.isEmpty()) {
        feature.duplicate();
      } else if (before.compareTo(text) > 0) {
        feature.invalid("must come after " + before);
      }
      before = text;
    }
  }

  static void changed(Field node, Field old) {
    Set<JsonNode> addresses = new HashSet<>();
    for (Field address : node.at("status", "addresses").items()) {
      if (!addresses.add(address.value())) {
        address.duplicate();
      }
    }
    Field ranges = node.at("spec", "podCIDRs");
    List<String> before = old.at("spec", "podCIDRs").texts();
    if (!before.isEmpty() && !before.equals(ranges.texts())) {
      ranges.forbidden("node updates may not change podCIDR except from \"\" to valid");
    }
    Field provider = node.at("spec", "providerID");
    Field provided = old.at("spec", "providerID");
    if (!provided.isEmpty() && !provided.text().equals(provider.text())) {
      provider.invalid("field cannot be modified or cleared once set");
    }
    Field external = node.at("spec", "externalID");
    if (!external.text().equals(old.at("spec", "externalID").text())) {
      external.forbidden("may not be updated");
    }
  }
}
