package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.schema.GroupResource;
import io.github.dratestkit.apiserver.status.FieldError;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Administrative access to devices, which only namespaces with a label may ask for. */
final class AdminAccess {

  private static final String LABEL = "resource.kubernetes.io/admin-access";
  private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

  private AdminAccess() {}

  /**
   * Checks the requests of a new claim or template. The path is the same for both, and names the
   * request as v1beta1 does.
   */
  static void ofRequests(
      JsonNode claimSpec, String namespace, WriteContext context, Findings findings) {
    List<JsonNode> requests = Tree.items(claimSpec.path("devices"), "requests");
    for (int i = 0; i < requests.size(); i++) {
      if (Tree.isTrue(requests.get(i).path("exactly"), "adminAccess")) {
        namespace("spec.devices.requests[" + i + "].adminAccess", namespace, context, findings);
        return;
      }
    }
  }

  /** Checks an allocation, unless the one before had such access already. */
  static void ofResults(ObjectNode claim, ObjectNode old, WriteContext context, Findings findings) {
    if (firstResult(old) >= 0) {
      return;
    }
    int first = firstResult(claim);
    if (first >= 0) {
      namespace(
          "status.allocation.devices.results[" + first + "].adminAccess",
          Tree.text(claim.path("metadata"), "namespace"),
          context,
          findings);
    }
  }

  private static int firstResult(ObjectNode claim) {
    List<JsonNode> results =
        Tree.items(claim.path("status").path("allocation").path("devices"), "results");
    for (int i = 0; i < results.size(); i++) {
      if (Tree.isTrue(results.get(i), "adminAccess")) {
        return i;
      }
    }
    return -1;
  }

  private static void namespace(
      String path, String namespace, WriteContext context, Findings findings) {
    Optional<ObjectNode> found = context.find(NAMESPACES, "", namespace);
    if (found.isEmpty()) {
      findings.add(FieldError.internal(path, "namespace " + namespace + " was not found"));
    } else if (!Tree.text(found.get().path("metadata").path("labels"), LABEL).equals("true")) {
      findings.add(
          FieldError.forbidden(
              path,
              "admin access to devices requires the `"
                  + LABEL
                  + ": true` label on the containing namespace"));
    }
  }
}
