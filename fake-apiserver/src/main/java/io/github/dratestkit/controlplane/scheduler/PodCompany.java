package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.github.dratestkit.controlplane.common.LabelSelectors;
import io.github.dratestkit.controlplane.common.NodeSelectors;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The filter that puts pods near others or keeps them apart (upstream's InterPodAffinity, terms
 * that must hold), both by what the pod wants and by what pods that are placed want. Terms that
 * choose namespaces by label are taken as all namespaces.
 */
final class PodCompany implements NodeFilter {

  /** A domain: a key and a value of a node's labels. */
  record Domain(String key, String value) {

    boolean contains(NodeInfo node) {
      return value.equals(NodeSelectors.labelsOf(node.node()).get(key));
    }
  }

  private final List<PodAffinityTerm> near;
  private final List<PodAffinityTerm> apart;
  private final List<Set<Domain>> nearDomains = new ArrayList<>();
  private final Set<Domain> apartDomains = new HashSet<>();
  private final Set<Domain> closedDomains = new HashSet<>();
  private final boolean first;

  /** Looks at the pods on {@code nodes}. */
  PodCompany(Pod pod, List<NodeInfo> nodes) {
    near = nearTerms(pod);
    apart = apartTerms(pod);
    near.forEach(term -> nearDomains.add(new HashSet<>()));
    for (NodeInfo node : nodes) {
      for (NodeInfo.Placed placed : node.pods()) {
        lookAt(pod, placed.pod(), node);
      }
    }
    first =
        nearDomains.stream().allMatch(Set::isEmpty)
            && near.stream().allMatch(term -> matches(term, pod, pod));
  }

  /** Says whether any pod has terms that could matter to {@code pod}. */
  static boolean matters(Pod pod, List<NodeInfo> nodes) {
    return !nearTerms(pod).isEmpty()
        || !apartTerms(pod).isEmpty()
        || nodes.stream().anyMatch(NodeInfo::hasPodsWithAffinity);
  }

  @Override
  public Verdict check(Pod pod, PodDemand demand, NodeInfo node) {
    for (int i = 0; i < near.size(); i++) {
      String key = near.get(i).getTopologyKey();
      String value = NodeSelectors.labelsOf(node.node()).get(key);
      boolean together = value != null && nearDomains.get(i).contains(new Domain(key, value));
      if (!together && !(first && value != null)) {
        return Verdict.rejected(
            Hints.POD_AFFINITY, Remedy.NONE, "node(s) didn't match pod affinity rules");
      }
    }
    if (isIn(apartDomains, node)) {
      return Verdict.rejected(
          Hints.POD_AFFINITY, Remedy.PREEMPTION, "node(s) didn't match pod anti-affinity rules");
    }
    if (isIn(closedDomains, node)) {
      return Verdict.rejected(
          Hints.POD_AFFINITY,
          Remedy.PREEMPTION,
          "node(s) didn't satisfy existing pods anti-affinity rules");
    }
    return Verdict.FITS;
  }

  private void lookAt(Pod pod, Pod other, NodeInfo node) {
    for (int i = 0; i < near.size(); i++) {
      if (matches(near.get(i), pod, other)) {
        add(nearDomains.get(i), near.get(i), node);
      }
    }
    for (PodAffinityTerm term : apart) {
      if (matches(term, pod, other)) {
        add(apartDomains, term, node);
      }
    }
    for (PodAffinityTerm term : apartTerms(other)) {
      if (matches(term, other, pod)) {
        add(closedDomains, term, node);
      }
    }
  }

  private static void add(Set<Domain> domains, PodAffinityTerm term, NodeInfo node) {
    String value = NodeSelectors.labelsOf(node.node()).get(term.getTopologyKey());
    if (value != null) {
      domains.add(new Domain(term.getTopologyKey(), value));
    }
  }

  private static boolean isIn(Set<Domain> domains, NodeInfo node) {
    return domains.stream().anyMatch(domain -> domain.contains(node));
  }

  static boolean matches(PodAffinityTerm term, Pod owner, Pod other) {
    String namespace = other.getMetadata().getNamespace();
    boolean inNamespace =
        term.getNamespaceSelector() != null
            || term.getNamespaces().contains(namespace)
            || (term.getNamespaces().isEmpty()
                && namespace.equals(owner.getMetadata().getNamespace()));
    return inNamespace && LabelSelectors.matches(term.getLabelSelector(), other);
  }

  static List<PodAffinityTerm> nearTerms(Pod pod) {
    Affinity affinity = pod.getSpec().getAffinity();
    return affinity == null || affinity.getPodAffinity() == null
        ? List.of()
        : affinity.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
  }

  private static List<PodAffinityTerm> apartTerms(Pod pod) {
    Affinity affinity = pod.getSpec().getAffinity();
    return affinity == null || affinity.getPodAntiAffinity() == null
        ? List.of()
        : affinity.getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
  }
}
