package io.github.dratestkit.apiserver.resource;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.Map;

/**
 * The strategies of all kinds of resource.k8s.io, and of the groups of pods that share claims: the
 * way into this package. Trees are in v1, those of pool status requests in v1alpha3, which is their
 * only version, and those of pod groups in v1beta1.
 */
public final class ResourceStrategies {

  private static final String GROUP = "resource.k8s.io";

  private ResourceStrategies() {}

  /** Returns the strategies for a version of Kubernetes with its gates, by resource. */
  public static Map<GroupResource, Strategy> all(FeatureSet features) {
    ExpressionRules expressions = new ExpressionRules(new CompiledExpressions(features));
    return Map.of(
        resource("deviceclasses"), new ClassStrategy(features, expressions),
        resource("resourceclaims"), new ClaimStrategy(features, expressions),
        resource("resourceclaimtemplates"), new TemplateStrategy(features, expressions),
        resource("resourceslices"), new SliceStrategy(features),
        resource("devicetaintrules"), new TaintRuleStrategy(features),
        resource("resourcepoolstatusrequests"), new PoolStatusRequestStrategy(features),
        scheduling("podgroups"), PodGroupStrategy.ofPods(features),
        scheduling("compositepodgroups"), PodGroupStrategy.ofGroups(features),
        scheduling("workloads"), new WorkloadStrategy(features));
  }

  private static GroupResource resource(String plural) {
    return new GroupResource(GROUP, plural);
  }

  private static GroupResource scheduling(String plural) {
    return new GroupResource("scheduling.k8s.io", plural);
  }
}
