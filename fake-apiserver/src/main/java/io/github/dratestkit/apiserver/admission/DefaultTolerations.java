package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.registry.AdmissionPlugin;
import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives pods five minutes on a node that is not ready or cannot be reached (plugin
 * DefaultTolerationSeconds, 1.37).
 */
final class DefaultTolerations implements AdmissionPlugin {

  private static final List<String> TROUBLES =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  private static final int SECONDS = 300;

  @Override
  public void admitCreate(Target target, ObjectNode pod, WriteContext context) {
    if (Pods.isPod(target)) {
      TROUBLES.forEach(key -> tolerate(pod.withObjectProperty("spec"), key));
    }
  }

  @Override
  public void admitUpdate(Target target, ObjectNode pod, ObjectNode old, WriteContext context) {
    admitCreate(target, pod, context);
  }

  private static void tolerate(ObjectNode spec, String key) {
    for (JsonNode toleration : spec.path("tolerations")) {
      String tolerated = toleration.path("key").asString("");
      String effect = toleration.path("effect").asString("");
      if ((tolerated.equals(key) || tolerated.isEmpty())
          && (effect.equals("NoExecute") || effect.isEmpty())) {
        return;
      }
    }
    spec.withArrayProperty("tolerations")
        .addObject()
        .put("key", key)
        .put("operator", "Exists")
        .put("effect", "NoExecute")
        .put("tolerationSeconds", SECONDS);
  }
}
