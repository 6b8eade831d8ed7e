package io.github.dratestkit.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.github.dratestkit.allocator.Allocator;
import io.github.dratestkit.allocator.Budget;
import io.github.dratestkit.allocator.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which claims to explain, and on which nodes.
 *
 * @param claim {@code NAMESPACE/NAME} or a name, empty for every claim that is not allocated
 * @param node the only node to look at, empty for all
 */
public record Question(String claim, String node) {

  /** A search that takes longer is not one that a person waits for. */
  private static final long STEPS = 5_000_000;

  /**
   * Asks the allocator.
   *
   * @throws IllegalArgumentException if there is no such claim or node
   */
  public List<Answer> ask(Situation situation) {
    Allocator allocator =
        Allocator.of(
            Snapshot.builder(situation.features().allocatorFeatures())
                .slices(situation.slices())
                .deviceClasses(situation.classes())
                .allocatedClaims(situation.claims())
                .build());
    List<Answer> answers = new ArrayList<>();
    for (ResourceClaim wanted : claims(situation)) {
      if (allocation(wanted).isPresent()) {
        answers.add(new Answer(wanted, allocation(wanted), Map.of()));
        continue;
      }
      Map<String, io.github.dratestkit.allocator.Outcome> outcomes = new LinkedHashMap<>();
      for (Node candidate : nodes(situation)) {
        outcomes.put(
            candidate.getMetadata().getName(),
            allocator.allocate(candidate, List.of(wanted), Budget.ofSteps(STEPS)));
      }
      answers.add(new Answer(wanted, Optional.empty(), outcomes));
    }
    return answers;
  }

  private List<ResourceClaim> claims(Situation situation) {
    List<ResourceClaim> found =
        situation.claims().stream()
            .filter(
                candidate ->
                    claim.isEmpty() ? allocation(candidate).isEmpty() : isNamed(candidate, claim))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          claim.isEmpty()
              ? "there is no claim to explain: give a file with a ResourceClaim that is not"
                  + " allocated"
              : "there is no claim " + claim);
    }
    return found;
  }

  private List<Node> nodes(Situation situation) {
    List<Node> found =
        situation.nodes().stream()
            .filter(candidate -> node.isEmpty() || candidate.getMetadata().getName().equals(node))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException("there is no node " + node);
    }
    return found;
  }

  private static boolean isNamed(ResourceClaim candidate, String name) {
    String full = candidate.getMetadata().getNamespace() + "/" + candidate.getMetadata().getName();
    return name.equals(full) || name.equals(candidate.getMetadata().getName());
  }

  private static Optional<io.fabric8.kubernetes.api.model.resource.v1.AllocationResult> allocation(
      ResourceClaim claim) {
    return Optional.ofNullable(claim.getStatus()).map(status -> status.getAllocation());
  }
}
