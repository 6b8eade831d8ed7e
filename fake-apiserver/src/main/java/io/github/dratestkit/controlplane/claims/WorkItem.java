package io.github.dratestkit.controlplane.claims;

import io.github.dratestkit.controlplane.common.ObjectKey;

/** What the controller looks at: a pod, a pod group or a claim. */
record WorkItem(Kind kind, ObjectKey key) {

  enum Kind {
    POD,
    POD_GROUP,
    CLAIM
  }

  static WorkItem pod(ObjectKey key) {
    return new WorkItem(Kind.POD, key);
  }

  static WorkItem podGroup(ObjectKey key) {
    return new WorkItem(Kind.POD_GROUP, key);
  }

  static WorkItem claim(ObjectKey key) {
    return new WorkItem(Kind.CLAIM, key);
  }
}
