package io.github.dratestkit.explain;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Explanation;
import io.github.dratestkit.allocator.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of one claim on each node.
 *
 * @param held what the claim already has; then nothing was tried
 * @param outcomes by node, in the order of the nodes
 */
public record Answer(
    ResourceClaim claim, Optional<AllocationResult> held, Map<String, Outcome> outcomes) {

  private static final String INDENT = "  ";
  private static final String DEVICE = "device ";

  public Answer {
    outcomes = new LinkedHashMap<>(outcomes);
  }

  /** Says whether the claim has devices or would get some on a node. */
  public boolean fits() {
    return held.isPresent()
        || outcomes.values().stream().anyMatch(outcome -> outcome instanceof Outcome.Allocated);
  }

  /** Returns the answer as lines for a person. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    String name = claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
    held.ifPresent(
        allocation -> {
          lines.add("claim " + name + " holds");
          devices(allocation, lines);
        });
    if (held.isPresent()) {
      return lines;
    }
    lines.add("claim " + name + (fits() ? " fits" : " fits nowhere"));
    outcomes.forEach((node, outcome) -> lines.addAll(lines(node, outcome)));
    return lines;
  }

  /** Returns the answer as a tree of maps and lists, for JSON. */
  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("namespace", claim.getMetadata().getNamespace());
    tree.put("claim", claim.getMetadata().getName());
    tree.put("fits", fits());
    List<Map<String, Object>> nodes = new ArrayList<>();
    outcomes.forEach((node, outcome) -> nodes.add(tree(node, outcome)));
    tree.put("nodes", nodes);
    return tree;
  }

  private static List<String> lines(String node, Outcome outcome) {
    List<String> lines = new ArrayList<>();
    if (outcome instanceof Outcome.Allocated allocated) {
      lines.add(INDENT + "node " + node + " would give");
      allocated.results().forEach(result -> devices(result, lines));
      return lines;
    }
    lines.addAll(Wrapped.lines(INDENT.length(), "node " + node + ": " + headline(outcome)));
    lines(outcome.explanation().because(), 2, lines);
    return lines;
  }

  private static String headline(Outcome outcome) {
    if (outcome instanceof Outcome.Fatal fatal) {
      return "the request is wrong: " + fatal.message();
    }
    if (outcome instanceof Outcome.NodeError error) {
      return "a pool of this node is invalid: " + error.message();
    }
    return outcome instanceof Outcome.Stopped
        ? "undecided: the search was too long"
        : outcome.explanation().reason();
  }

  private static void lines(List<Explanation> parts, int depth, List<String> lines) {
    for (int i = 0; i < parts.size(); ) {
      Explanation part = parts.get(i);
      List<String> alike = new ArrayList<>();
      while (i < parts.size() && isAlike(part, parts.get(i))) {
        alike.add(parts.get(i++).subject());
      }
      String text = subjects(alike) + ": " + part.reason();
      lines.addAll(Wrapped.lines(depth * INDENT.length(), text));
      lines(part.because(), depth + 1, lines);
    }
  }

  private static boolean isAlike(Explanation first, Explanation other) {
    return first == other
        || (first.subject().startsWith(DEVICE)
            && other.subject().startsWith(DEVICE)
            && first.reason().equals(other.reason())
            && first.because().isEmpty()
            && other.because().isEmpty());
  }

  private static String subjects(List<String> subjects) {
    if (subjects.size() == 1) {
      return subjects.get(0);
    }
    return "devices "
        + String.join(
            ", ", subjects.stream().map(subject -> subject.substring(DEVICE.length())).toList());
  }

  private static void devices(AllocationResult allocation, List<String> lines) {
    for (DeviceRequestAllocationResult result : allocation.getDevices().getResults()) {
      lines.add(
          INDENT.repeat(2)
              + result.getRequest()
              + ": "
              + result.getDriver()
              + "/"
              + result.getPool()
              + "/"
              + result.getDevice());
    }
  }

  private static Map<String, Object> tree(String node, Outcome outcome) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("node", node);
    tree.put("outcome", outcome.word());
    if (outcome instanceof Outcome.Allocated allocated) {
      List<String> devices = new ArrayList<>();
      allocated.results().forEach(result -> devices(result, devices));
      tree.put("devices", devices.stream().map(String::strip).toList());
    } else {
      Explanation explanation = outcome.explanation();
      tree.put("status", outcome.statusText(node));
      explanation
          .diagnosis()
          .ifPresent(diagnosis -> tree.put("diagnosis", DiagnosisTree.of(diagnosis)));
      tree.put("explanation", tree(explanation));
    }
    return tree;
  }

  private static Map<String, Object> tree(Explanation part) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("subject", part.subject());
    tree.put("verdict", part.verdict().name());
    tree.put("reason", part.reason());
    if (!part.because().isEmpty()) {
      tree.put("because", part.because().stream().map(Answer::tree).toList());
    }
    return tree;
  }
}
