package io.github.dratestkit.apiserver.registry.kinds.pods;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the one address of a pod and the list of its addresses in step. */
final class PodAddresses {

  private PodAddresses() {}

  static void complete(ObjectNode pod) {
    if (!(pod.get("status") instanceof ObjectNode status)) {
      return;
    }
    String one = "podIP";
    String many = "podIPs";
    String address = status.path(one).asString("");
    JsonNode list = status.path(many);
    if (!address.isEmpty() && !list.path(0).path("ip").asString("").equals(address)) {
      status.putArray(many).addObject().put("ip", address);
    } else if (address.isEmpty() && !list.isEmpty()) {
      status.put(one, list.path(0).path("ip").asString(""));
    }
  }
}
