package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.WriteContext;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Service accounts, which know their secrets by name only (registry/core/serviceaccount, 1.37). */
final class ServiceAccountStrategy implements Strategy {

  @Override
  public void prepareForCreate(ObjectNode object, WriteContext context) {
    for (JsonNode secret : object.path("secrets")) {
      ((ObjectNode) secret).retain(List.of("name"));
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old, WriteContext context) {
    prepareForCreate(object, context);
  }

  @Override
  public boolean returnsDeletedObject(String requestVersion) {
    return true;
  }
}
