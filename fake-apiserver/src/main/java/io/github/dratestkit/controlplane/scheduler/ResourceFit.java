package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.github.dratestkit.controlplane.scheduler.Verdict.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The filter that adds up cpu, memory, storage, pods and extended resources (upstream's
 * NodeResourcesFit). A resource that devices provide on the node is left to them.
 */
final class ResourceFit implements NodeFilter {

  static final String NAME = "NodeResourcesFit";

  private final Predicate<String> hasDeviceClass;

  /** Creates the filter; {@code hasDeviceClass} knows which extended resources devices provide. */
  ResourceFit(Predicate<String> hasDeviceClass) {
    this.hasDeviceClass = hasDeviceClass;
  }

  @Override
  public Verdict check(Pod pod, PodDemand demand, NodeInfo node) {
    List<String> reasons = new ArrayList<>();
    Remedy remedy = Remedy.PREEMPTION;
    if (node.pods().size() + 1 > node.allocatable().get(Amounts.PODS)) {
      reasons.add("Too many pods");
    }
    for (String name : demand.inOrder()) {
      long wanted = demand.requests().get(name);
      long all = node.allocatable().get(name);
      if (wanted <= all - node.requested().get(name) || isFromDevices(name, node)) {
        continue;
      }
      reasons.add("Insufficient " + name);
      if (wanted > all) {
        remedy = Remedy.NONE;
      }
    }
    return reasons.isEmpty() ? Verdict.FITS : new Verdict.Rejected(NAME, remedy, reasons);
  }

  private boolean isFromDevices(String name, NodeInfo node) {
    return isExtended(name) && node.allocatable().get(name) == 0 && hasDeviceClass.test(name);
  }

  /** Says whether a resource is neither Kubernetes' own nor a page size or volume limit. */
  static boolean isExtended(String name) {
    return name.startsWith("deviceclass.resource.kubernetes.io/")
        || (name.contains("/")
            && !name.contains("kubernetes.io/")
            && !name.startsWith("requests."));
  }
}
