package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.github.dratestkit.apiserver.client.ObjectKind;
import java.util.Optional;

/** The kinds that definitions of custom resources bring. */
public final class DefinedKinds {

  private DefinedKinds() {}

  /** Returns the kind of a definition in its storage version, if it is served in that. */
  public static Optional<ObjectKind> of(CustomResourceDefinition definition) {
    boolean established =
        definition.getStatus() != null
            && definition.getStatus().getConditions() != null
            && definition.getStatus().getConditions().stream()
                .anyMatch(
                    condition ->
                        "Established".equals(condition.getType())
                            && "True".equals(condition.getStatus()));
    if (!established) {
      return Optional.empty();
    }
    return definition.getSpec().getVersions().stream()
        .filter(version -> Boolean.TRUE.equals(version.getServed()))
        .max((one, other) -> Boolean.compare(isStored(one), isStored(other)))
        .map(
            version ->
                new ObjectKind(
                    definition.getSpec().getGroup() + "/" + version.getName(),
                    definition.getStatus().getAcceptedNames().getKind(),
                    definition.getStatus().getAcceptedNames().getPlural(),
                    definition.getSpec().getScope().equals("Namespaced")));
  }

  private static boolean isStored(CustomResourceDefinitionVersion version) {
    return Boolean.TRUE.equals(version.getStorage());
  }
}
