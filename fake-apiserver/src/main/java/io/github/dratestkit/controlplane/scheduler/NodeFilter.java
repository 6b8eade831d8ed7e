package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;

/** A plugin that says whether a pod may go on a node. It sees one node at a time. */
interface NodeFilter {

  /** Returns what speaks against the pod on the node, if anything. */
  Verdict check(Pod pod, PodDemand demand, NodeInfo node);
}
