package io.github.dratestkit.apiserver.describe;

import io.github.dratestkit.allocator.version.KubernetesVersion;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code /version} says. */
final class ServerVersion {

  private static final String LATEST = "v1.37.2";

  private final KubernetesVersion version;

  ServerVersion(KubernetesVersion version) {
    this.version = version;
  }

  ObjectNode toJson() {
    String minor = Integer.toString(version.minor());
    String text = version == KubernetesVersion.LATEST ? LATEST : "v" + version + ".0";
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("major", "1").put("minor", minor);
    json.put("emulationMajor", "1").put("emulationMinor", minor);
    json.put("minCompatibilityMajor", "1");
    json.put("minCompatibilityMinor", Integer.toString(version.previous().minor()));
    // As the recorded server, which was built from the published modules, says it of itself.
    json.put("gitVersion", text).put("gitCommit", "$Format:%H$").put("gitTreeState", "");
    json.put("buildDate", "1970-01-01T00:00:00Z").put("goVersion", "go1.26.8");
    return json.put("compiler", "gc").put("platform", "linux/amd64");
  }
}
