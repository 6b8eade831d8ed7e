package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The strategies of all kinds outside resource.k8s.io that have one. */
public final class KindStrategies {

  private KindStrategies() {}

  /** Returns them by resource. */
  public static Map<GroupResource, Strategy> all(FeatureSet features) {
    Map<GroupResource, Strategy> strategies = new HashMap<>();
    core(strategies);
    workloads(strategies);
    put(strategies, "coordination.k8s.io", "leases", new LeaseStrategy());
    put(strategies, "scheduling.k8s.io", "priorityclasses", new PriorityClassStrategy());
    put(strategies, "", "replicationcontrollers", Simple.REPLICATION_CONTROLLER);
    String certificates = "certificates.k8s.io";
    put(strategies, certificates, "certificatesigningrequests", Simple.selectedBy("signerName"));
    put(strategies, certificates, "clustertrustbundles", new ClusterTrustBundleStrategy());
    put(
        strategies,
        certificates,
        "podcertificaterequests",
        Simple.selectedBy("signerName", "podName", "nodeName"));
    put(strategies, "policy", "poddisruptionbudgets", Simple.COUNTED);
    put(strategies, "networking.k8s.io", "networkpolicies", Simple.NETWORK_POLICY);
    put(strategies, "networking.k8s.io", "ingresses", Simple.COUNTED);
    put(strategies, "networking.k8s.io", "ingressclasses", Simple.COUNTED);
    put(strategies, "storage.k8s.io", "storageclasses", Simple.STORAGE_CLASS);
    for (String webhooks :
        List.of("validatingwebhookconfigurations", "mutatingwebhookconfigurations")) {
      put(strategies, "admissionregistration.k8s.io", webhooks, Simple.WEBHOOKS);
    }
    put(strategies, "discovery.k8s.io", "endpointslices", Simple.ENDPOINT_SLICE);
    String flows = "flowcontrol.apiserver.k8s.io";
    put(strategies, flows, "flowschemas", Simple.FLOW_SCHEMA);
    put(strategies, flows, "prioritylevelconfigurations", Simple.PRIORITY_LEVEL);
    put(strategies, "autoscaling", "horizontalpodautoscalers", new AutoscalerStrategy());
    put(strategies, "storage.k8s.io", "csinodes", Simple.RETURNED_WHEN_DELETED);
    put(strategies, "storage.k8s.io", "csidrivers", Simple.CSI_DRIVER);
    put(strategies, "storage.k8s.io", "volumeattachments", Simple.RETURNED_WHEN_DELETED);
    String rbac = "rbac.authorization.k8s.io";
    put(strategies, rbac, "roles", RoleStrategy.ROLES);
    put(strategies, rbac, "clusterroles", RoleStrategy.CLUSTER_ROLES);
    put(strategies, rbac, "rolebindings", RoleBindingStrategy.ROLE_BINDINGS);
    put(strategies, rbac, "clusterrolebindings", RoleBindingStrategy.CLUSTER_ROLE_BINDINGS);
    return strategies;
  }

  private static void core(Map<GroupResource, Strategy> strategies) {
    put(strategies, "", "namespaces", new NamespaceStrategy());
    put(strategies, "", "pods", new PodStrategy());
    put(strategies, "", "nodes", new NodeStrategy());
    put(strategies, "", "configmaps", new ConfigMapStrategy());
    put(strategies, "", "secrets", new SecretStrategy());
    put(strategies, "", "events", new EventStrategy());
    put(strategies, "", "services", new ServiceStrategy());
    put(strategies, "", "serviceaccounts", Simple.RETURNED_WHEN_DELETED);
    put(strategies, "", "resourcequotas", new ResourceQuotaStrategy());
    put(strategies, "", "persistentvolumeclaims", Simple.VOLUME_CLAIM);
    put(strategies, "", "persistentvolumes", Simple.VOLUME);
    put(strategies, "", "podtemplates", Simple.POD_TEMPLATE);
    put(strategies, "", "endpoints", Simple.CREATED_ON_UPDATE);
    put(strategies, "", "limitranges", new LimitRangeStrategy());
  }

  private static void workloads(Map<GroupResource, Strategy> strategies) {
    put(strategies, "apps", "deployments", WorkloadStrategy.deployments());
    put(strategies, "apps", "replicasets", WorkloadStrategy.replicaSets());
    put(strategies, "apps", "daemonsets", WorkloadStrategy.daemonSets());
    put(strategies, "apps", "statefulsets", WorkloadStrategy.statefulSets());
    put(strategies, "batch", "jobs", new JobStrategy());
    put(strategies, "batch", "cronjobs", new CronJobStrategy());
  }

  private static void put(
      Map<GroupResource, Strategy> strategies, String group, String resource, Strategy strategy) {
    strategies.put(new GroupResource(group, resource), strategy);
  }
}
