package io.github.dratestkit.apiserver.registry.kinds.workloads;

import io.github.dratestkit.apiserver.registry.WriteContext;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodTemplates;
import io.github.dratestkit.apiserver.registry.kinds.rules.CountedSpec;
import tools.jackson.databind.node.ObjectNode;

/** A kind that makes pods of the template in its spec, which loses what is turned off. */
interface TemplatedSpec extends CountedSpec {

  @Override
  default void prepareForCreate(ObjectNode object, WriteContext context) {
    CountedSpec.super.prepareForCreate(object, context);
    PodTemplates.dropDisabled(object.path("spec"), object.objectNode(), context.features());
  }

  @Override
  default void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    PodTemplates.dropDisabled(object.path("spec"), old.path("spec"), context.features());
    CountedSpec.super.prepareForUpdate(object, old, context);
  }
}
