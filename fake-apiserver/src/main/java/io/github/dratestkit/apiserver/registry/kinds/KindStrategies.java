package io.github.dratestkit.apiserver.registry.kinds;

import io.github.dratestkit.apiserver.registry.Strategy;
import io.github.dratestkit.apiserver.registry.kinds.extensions.ExtensionKinds;
import io.github.dratestkit.apiserver.registry.kinds.network.NetworkKinds;
import io.github.dratestkit.apiserver.registry.kinds.pods.PodKinds;
import io.github.dratestkit.apiserver.registry.kinds.storage.StorageKinds;
import io.github.dratestkit.apiserver.registry.kinds.workloads.WorkloadKinds;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.HashMap;
import java.util.Map;

/** The strategies of all kinds outside resource.k8s.io that have one. */
public final class KindStrategies {

  private KindStrategies() {}

  /** Returns them by resource. */
  public static Map<GroupResource, Strategy> all() {
    Map<GroupResource, Strategy> strategies = new HashMap<>();
    strategies.putAll(PodKinds.strategies());
    strategies.putAll(WorkloadKinds.strategies());
    strategies.putAll(StorageKinds.strategies());
    strategies.putAll(NetworkKinds.strategies());
    strategies.putAll(ExtensionKinds.strategies());
    put(strategies, "", "namespaces", new NamespaceStrategy());
    put(strategies, "", "nodes", new NodeStrategy());
    put(strategies, "", "configmaps", new ConfigMapStrategy());
    put(strategies, "", "secrets", new SecretStrategy());
    put(strategies, "", "events", new EventStrategy());
    put(strategies, "", "serviceaccounts", new ServiceAccountStrategy());
    put(strategies, "", "resourcequotas", new ResourceQuotaStrategy());
    put(strategies, "", "limitranges", new LimitRangeStrategy());
    put(strategies, "coordination.k8s.io", "leases", new LeaseStrategy());
    put(strategies, "scheduling.k8s.io", "priorityclasses", new PriorityClassStrategy());
    String certificates = "certificates.k8s.io";
    put(strategies, certificates, "certificatesigningrequests", new CertificateRequestStrategy());
    put(strategies, certificates, "clustertrustbundles", new ClusterTrustBundleStrategy());
    put(
        strategies,
        certificates,
        "podcertificaterequests",
        Simple.selectedBy("signerName", "podName", "nodeName"));
    put(strategies, "internal.apiserver.k8s.io", "storageversions", Simple.changedByVersion());
    put(
        strategies,
        "storagemigration.k8s.io",
        "storageversionmigrations",
        new StorageMigrationStrategy());
    put(strategies, "coordination.k8s.io", "leasecandidates", new LeaseCandidateStrategy());
    String rbac = "rbac.authorization.k8s.io";
    put(strategies, rbac, "roles", RoleStrategy.ROLES);
    put(strategies, rbac, "clusterroles", RoleStrategy.CLUSTER_ROLES);
    put(strategies, rbac, "rolebindings", RoleBindingStrategy.ROLE_BINDINGS);
    put(strategies, rbac, "clusterrolebindings", RoleBindingStrategy.CLUSTER_ROLE_BINDINGS);
    return strategies;
  }

  private static void put(
      Map<GroupResource, Strategy> strategies, String group, String resource, Strategy strategy) {
    strategies.put(new GroupResource(group, resource), strategy);
  }
}
