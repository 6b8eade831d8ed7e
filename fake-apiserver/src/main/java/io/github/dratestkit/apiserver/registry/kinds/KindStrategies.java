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
    put(strategies, "", "replicationcontrollers", new ReplicationControllerStrategy());
    String certificates = "certificates.k8s.io";
    put(strategies, certificates, "certificatesigningrequests", Simple.selectedBy("signerName"));
    put(strategies, certificates, "clustertrustbundles", new ClusterTrustBundleStrategy());
    put(
        strategies,
        certificates,
        "podcertificaterequests",
        Simple.selectedBy("signerName", "podName", "nodeName"));
    put(strategies, "policy", "poddisruptionbudgets", new DisruptionBudgetStrategy());
    put(strategies, "networking.k8s.io", "networkpolicies", new NetworkPolicyStrategy());
    put(strategies, "networking.k8s.io", "ingresses", new IngressStrategy());
    put(strategies, "networking.k8s.io", "ingressclasses", new IngressClassStrategy());
    put(strategies, "storage.k8s.io", "storageclasses", new StorageClassStrategy());
    for (boolean mutating : List.of(false, true)) {
      String group = "admissionregistration.k8s.io";
      String prefix = mutating ? "mutating" : "validating";
      WebhookConfigurationStrategy webhooks = new WebhookConfigurationStrategy(mutating);
      put(strategies, group, prefix + "webhookconfigurations", webhooks);
      AdmissionPolicyStrategy policies = new AdmissionPolicyStrategy(mutating);
      put(strategies, group, prefix + "admissionpolicies", policies);
      PolicyBindingStrategy bindings = new PolicyBindingStrategy(mutating);
      put(strategies, group, prefix + "admissionpolicybindings", bindings);
    }
    put(strategies, "discovery.k8s.io", "endpointslices", new EndpointSliceStrategy());
    String flows = "flowcontrol.apiserver.k8s.io";
    put(strategies, flows, "flowschemas", new FlowSchemaStrategy());
    put(strategies, flows, "prioritylevelconfigurations", new PriorityLevelStrategy());
    put(strategies, "autoscaling", "horizontalpodautoscalers", new AutoscalerStrategy());
    put(strategies, "storage.k8s.io", "csinodes", new CsiNodeStrategy());
    put(strategies, "storage.k8s.io", "csidrivers", new CsiDriverStrategy());
    put(strategies, "storage.k8s.io", "volumeattachments", new VolumeAttachmentStrategy());
    put(strategies, "storage.k8s.io", "csistoragecapacities", new CsiStorageCapacityStrategy());
    put(
        strategies,
        "storage.k8s.io",
        "volumeattributesclasses",
        new VolumeAttributesClassStrategy());
    put(strategies, "node.k8s.io", "runtimeclasses", new RuntimeClassStrategy());
    put(strategies, "apiextensions.k8s.io", "customresourcedefinitions", new DefinitionStrategy());
    put(strategies, "apiregistration.k8s.io", "apiservices", new ApiServiceStrategy());
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
    put(strategies, "", "serviceaccounts", new ServiceAccountStrategy());
    put(strategies, "", "resourcequotas", new ResourceQuotaStrategy());
    put(strategies, "", "persistentvolumeclaims", new VolumeClaimStrategy());
    put(strategies, "", "persistentvolumes", new VolumeStrategy());
    put(strategies, "", "podtemplates", new PodTemplateStrategy());
    put(strategies, "", "endpoints", new EndpointsStrategy());
    put(strategies, "", "limitranges", new LimitRangeStrategy());
  }

  private static void workloads(Map<GroupResource, Strategy> strategies) {
    put(strategies, "apps", "deployments", new DeploymentStrategy());
    put(strategies, "apps", "replicasets", new ReplicaSetStrategy());
    put(strategies, "apps", "controllerrevisions", new ControllerRevisionStrategy());
    put(strategies, "apps", "daemonsets", new DaemonSetStrategy());
    put(strategies, "apps", "statefulsets", new StatefulSetStrategy());
    put(strategies, "batch", "jobs", new JobStrategy());
    put(strategies, "batch", "cronjobs", new CronJobStrategy());
  }

  private static void put(
      Map<GroupResource, Strategy> strategies, String group, String resource, Strategy strategy) {
    strategies.put(new GroupResource(group, resource), strategy);
  }
}
