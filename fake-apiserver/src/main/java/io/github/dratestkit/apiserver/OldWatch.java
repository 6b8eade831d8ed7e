package io.github.dratestkit.apiserver;

import io.github.dratestkit.apiserver.registry.ResourceHandler;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.status.StatusErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The old form of the path of a watch, {@code /api/v1/watch/namespaces/...}, which still works, put
 * into the form of today. A watch of one object selects it by its name.
 */
record OldWatch(Target target, ApiRequest request) {

  /**
   * Reads the old form.
   *
   * @throws io.github.dratestkit.apiserver.status.StatusException 404 if it leads to a subresource,
   *     405 if it is not read
   */
  static OldWatch of(Target target, ApiRequest request) {
    if (!target.subresource().isEmpty() || !target.resource().verbs().contains("watch")) {
      throw StatusErrors.noSuchResource();
    }
    if (!request.method().equals("GET")) {
      throw StatusErrors.methodNotAllowed();
    }
    ResourceHandler.checkOldWatch(request);
    Map<String, List<String>> query = new HashMap<>(request.query());
    query.put("watch", List.of("true"));
    if (!target.name().isEmpty()) {
      query.put("fieldSelector", List.of("metadata.name=" + target.name()));
    }
    return new OldWatch(
        new Target(target.resource(), target.namespace(), "", ""),
        new ApiRequest(request.method(), request.path(), query, request.headers(), request.body()));
  }
}
