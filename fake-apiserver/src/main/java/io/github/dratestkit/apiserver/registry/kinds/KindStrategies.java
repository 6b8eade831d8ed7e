package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.resource.ResourceStrategies;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.HashMap;
import java.util.Map;

/** The strategies of all kinds that have one. */
public final class KindStrategies {

  private KindStrategies() {}

  /** Returns them by resource. */
  public static Map<GroupResource, Strategy> all(FeatureSet features) {
    Map<GroupResource, Strategy> strategies = new HashMap<>();
    strategies.put(new GroupResource("", "namespaces"), new NamespaceStrategy());
    strategies.put(new GroupResource("", "pods"), new PodStrategy());
    strategies.put(new GroupResource("", "nodes"), new NodeStrategy());
    strategies.putAll(ResourceStrategies.all(features));
    return strategies;
  }
}
