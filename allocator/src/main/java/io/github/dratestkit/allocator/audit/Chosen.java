package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;

/**
 * One result together with what it is about.
 *
 * @param claim the number of its claim
 * @param name namespace and name of its claim
 * @param asked the request or sub-request that it serves
 * @param published the device
 */
record Chosen(
    int claim,
    String name,
    Asked asked,
    Published published,
    DeviceRequestAllocationResult result) {

  String subject() {
    return "device " + published.key() + " for request " + asked.result();
  }
}
