package io.github.dratestkit.controlplane.common;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1alpha3.CompositePodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.Workload;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.github.dratestkit.allocator.version.FeatureSet;
import io.github.dratestkit.apiserver.schema.GroupResource;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds that the garbage collector and the namespace controller look after. Upstream asks
 * discovery; the classes of fabric8's model must be named.
 */
public final class KnownKinds {

  private static final List<Class<? extends HasMetadata>> ALWAYS =
      List.of(
          Pod.class,
          ConfigMap.class,
          Secret.class,
          Service.class,
          ServiceAccount.class,
          Endpoints.class,
          PersistentVolumeClaim.class,
          PodTemplate.class,
          ReplicationController.class,
          LimitRange.class,
          ResourceQuota.class,
          Deployment.class,
          ReplicaSet.class,
          StatefulSet.class,
          DaemonSet.class,
          ControllerRevision.class,
          Job.class,
          CronJob.class,
          ResourceClaim.class,
          ResourceClaimTemplate.class,
          Lease.class,
          EndpointSlice.class,
          Ingress.class,
          NetworkPolicy.class,
          PodDisruptionBudget.class,
          Role.class,
          RoleBinding.class,
          Node.class,
          Namespace.class,
          PersistentVolume.class,
          ResourceSlice.class,
          DeviceClass.class,
          PriorityClass.class,
          StorageClass.class,
          ClusterRole.class,
          ClusterRoleBinding.class,
          CustomResourceDefinition.class,
          ValidatingWebhookConfiguration.class,
          MutatingWebhookConfiguration.class,
          ValidatingAdmissionPolicy.class,
          ValidatingAdmissionPolicyBinding.class);

  private KnownKinds() {}

  /** Returns the kinds that a server of {@code features} serves. */
  public static List<Class<? extends HasMetadata>> servedBy(FeatureSet features) {
    List<Class<? extends HasMetadata>> kinds = new ArrayList<>(ALWAYS);
    if (features.enabled("DRADeviceTaintRules")) {
      kinds.add(DeviceTaintRule.class);
    }
    if (features.enabled("GenericWorkload")) {
      kinds.add(PodGroup.class);
      kinds.add(Workload.class);
    }
    if (features.enabled("CompositePodGroup")) {
      kinds.add(CompositePodGroup.class);
    }
    return kinds;
  }

  /** Returns those of {@code kinds} that live in namespaces. */
  public static List<Class<? extends HasMetadata>> namespaced(
      List<Class<? extends HasMetadata>> kinds) {
    return kinds.stream().filter(KnownKinds::isNamespaced).toList();
  }

  /** Says whether objects of a kind live in namespaces. */
  public static boolean isNamespaced(Class<? extends HasMetadata> kind) {
    return Namespaced.class.isAssignableFrom(kind);
  }

  /** Returns the name of a kind's resource. */
  public static GroupResource resourceOf(Class<? extends HasMetadata> kind) {
    return new GroupResource(groupOf(HasMetadata.getApiVersion(kind)), HasMetadata.getPlural(kind));
  }

  /** Returns the group of a version such as {@code apps/v1}; empty for the core group. */
  public static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
