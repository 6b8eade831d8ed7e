package io.github.dratestkit.controlplane.faults;

import static io.github.dratestkit.controlplane.faults.Operation.pick;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest;
import java.time.Duration;

/** What administrators do with namespaces, nodes, quotas and roles. */
enum ClusterOperation implements Operation {
  NAMESPACE_CREATED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          "{apiVersion: v1, kind: Namespace, metadata: {name: n%d}}".formatted(choice % 3),
          Namespace.class);
    }
  },
  NAMESPACE_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Namespace.class, choice, ClusterTheme::isOurs)
          .ifPresent(namespace -> laboratory.delete(Namespace.class, namespace));
    }
  },
  QUOTA {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: v1, kind: ResourceQuota, metadata: {name: q%d, namespace: %s},
           spec: {hard: {pods: "20", configmaps: "20",
                         nic.deviceclass.resource.k8s.io/devices: "20"}}}
          """
              .formatted(number, namespace(laboratory, choice)),
          ResourceQuota.class);
    }
  },
  POD {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          pod(number, namespace(laboratory, choice), "containers: [{name: c, image: i}]"),
          Pod.class);
    }
  },
  POD_WITH_A_SHARE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String namespace = namespace(laboratory, choice);
      laboratory.create(
          """
          {apiVersion: resource.k8s.io/v1, kind: ResourceClaim,
           metadata: {name: c%d, namespace: %s}, spec: {devices: {requests: [
             {name: r, exactly: {deviceClassName: nic,
              capacity: {requests: {bandwidth: '1'}}}}]}}}
          """
              .formatted(number, namespace),
          ResourceClaim.class);
      laboratory.create(
          pod(
              number,
              namespace,
              "resourceClaims: [{name: nic, resourceClaimName: c%d}], containers: [{name: c, image: i}]"
                  .formatted(number)),
          Pod.class);
    }
  },
  POD_ENDS {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Pod.class, choice, pod -> pod.getSpec().getNodeName() != null)
          .ifPresent(pod -> laboratory.finish(pod, "Failed"));
    }
  },
  POD_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Pod.class, choice, pod -> true)
          .ifPresent(pod -> laboratory.delete(Pod.class, pod));
    }
  },
  GIVEN_THINGS_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, ServiceAccount.class, choice, one -> true)
          .ifPresent(one -> laboratory.delete(ServiceAccount.class, one));
      pick(laboratory, ConfigMap.class, choice, one -> true)
          .ifPresent(one -> laboratory.delete(ConfigMap.class, one));
    }
  },
  CERTIFICATE_CHANGED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(
              laboratory,
              ConfigMap.class,
              choice,
              one -> one.getMetadata().getName().equals("kube-root-ca.crt"))
          .ifPresent(
              one ->
                  laboratory.change(ConfigMap.class, one, "", "{\"data\":{\"ca.crt\":\"other\"}}"));
    }
  },
  ROLE_OF_ROLES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: all%d},
           aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: p%d}}]}}
          """
              .formatted(number, choice % 2),
          ClusterRole.class);
    }
  },
  ROLE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole,
           metadata: {name: r%d, labels: {part: p%d}},
           rules: [{apiGroups: [''], resources: [r%d], verbs: [get]}]}
          """
              .formatted(number, choice % 2, choice % 4),
          ClusterRole.class);
    }
  },
  ROLE_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, ClusterRole.class, choice, ClusterTheme::isOurs)
          .ifPresent(role -> laboratory.delete(ClusterRole.class, role));
    }
  },
  POOL_ASKED_FOR {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: resource.k8s.io/v1alpha3, kind: ResourcePoolStatusRequest,
           metadata: {name: s%d}, spec: {driver: nic.example.test}}
          """
              .formatted(number),
          ResourcePoolStatusRequest.class);
    }
  },
  NODE_TAINTED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Node.class, choice, node -> true)
          .ifPresent(
              node ->
                  laboratory.change(
                      Node.class,
                      node,
                      "",
                      "{\"spec\":{\"taints\":[{\"key\":\"worn\",\"effect\":\"NoExecute\"}]}}"));
    }
  },
  NODE_IS_ILL {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Node.class, choice, node -> true)
          .ifPresent(node -> ClusterTheme.report(laboratory, node, "False"));
    }
  },
  NODE_IS_WELL {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Node.class, choice, node -> true)
          .ifPresent(node -> ClusterTheme.report(laboratory, node, "True"));
    }
  },
  NODE_GOES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, Node.class, choice, node -> true)
          .ifPresent(node -> laboratory.delete(Node.class, node));
    }
  },
  NODE_COMES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      ClusterTheme.createNodes(laboratory);
    }
  },
  TIME_PASSES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.advance(Duration.ofSeconds(1 + choice % 100));
    }
  },
  CLOCK_JUMPS {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.jump(Duration.ofSeconds(1 + choice % 4000));
    }
  };

  private static String namespace(Laboratory laboratory, int choice) {
    return pick(laboratory, Namespace.class, choice, ClusterTheme::isOurs)
        .map(namespace -> namespace.getMetadata().getName())
        .orElse("default");
  }

  private static String pod(int number, String namespace, String spec) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p%d, namespace: %s}, spec: {%s}}"
        .formatted(number, namespace, spec);
  }
}
