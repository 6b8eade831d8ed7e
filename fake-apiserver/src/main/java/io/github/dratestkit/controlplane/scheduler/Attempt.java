package io.github.dratestkit.controlplane.scheduler;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * A pod on its way to a node that was found for it.
 *
 * @param queued the pod as it waited
 * @param node the name of the node
 * @param claims its claims, promised the devices found there
 */
record Attempt(QueuedPod queued, String node, ClaimCycle claims) {

  Pod pod() {
    return queued.pod();
  }
}
