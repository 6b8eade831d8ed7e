package io.github.dratestkit.apiserver.registry.kinds.pods;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/** Pods, their templates, and the runtimes that they name. */
public final class PodKinds {

  private PodKinds() {}

  /** Returns the strategies of these kinds by resource. */
  public static Map<GroupResource, Strategy> strategies() {
    return Map.ofEntries(
        Map.entry(new GroupResource("", "pods"), new PodStrategy()),
        Map.entry(new GroupResource("", "podtemplates"), new PodTemplateStrategy()),
        Map.entry(new GroupResource("node.k8s.io", "runtimeclasses"), new RuntimeClassStrategy()));
  }
}
