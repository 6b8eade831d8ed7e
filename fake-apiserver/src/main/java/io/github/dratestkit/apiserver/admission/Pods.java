package io.github.dratestkit.apiserver.admission;

import io.github.dratestkit.apiserver.registry.Target;
import io.github.dratestkit.apiserver.schema.GroupResource;

/** What admission asks about pods. */
final class Pods {

  static final GroupResource RESOURCE = new GroupResource("", "pods");

  private Pods() {}

  /** Says whether a target is a pod itself, not a subresource. */
  static boolean isPod(Target target) {
    return target.resource().resource().equals(RESOURCE) && target.subresource().isEmpty();
  }
}
