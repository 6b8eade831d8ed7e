package io.github.dratestkit.apiserver.patch;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a manager owns in the form of {@code fieldsV1}, with the set that it was written from beside
 * it: most writes leave what most managers own as it is, and need not read it again. It is shared
 * by all versions of an object and never changed.
 */
final class OwnedFields extends ObjectNode {

  private static final long serialVersionUID = 1L;

  private final transient FieldSet set;

  OwnedFields(FieldSet set) {
    super(JsonNodeFactory.instance);
    this.set = set;
    set.writeTo(this);
  }

  FieldSet set() {
    return set;
  }

  @Override
  public ObjectNode deepCopy() {
    return this;
  }
}
