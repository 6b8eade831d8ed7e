package io.github.dratestkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.github.dratestkit.apiserver.junit.DraCluster;
import io.github.dratestkit.controlplane.run.Stepper;
import org.junit.jupiter.api.Test;

/** A quota from its creation to what it refuses, with the controller that adds up. */
@DraCluster(controllers = "resourcequota-controller", time = DraCluster.Time.VIRTUAL)
class QuotaTest {

  private static final String QUOTA =
      """
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: devices, namespace: default}
      spec: {hard: {gpu.deviceclass.resource.k8s.io/devices: "4"}}
      """;
  private static final String CLAIM =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: NAME, namespace: default}
      spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 3}}]}}
      """;

  @Test
  void claims_that_were_there_before_count_and_the_next_ones_are_refused(
      KubernetesClient client, Stepper stepper) {
    client.resource(CLAIM.replace("NAME", "first")).create();
    client.resource(QUOTA).create();
    stepper.settle();

    assertThatThrownBy(() -> client.resource(CLAIM.replace("NAME", "second")).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(
            "exceeded quota: devices, requested: gpu.deviceclass.resource.k8s.io/devices=3, used:"
                + " gpu.deviceclass.resource.k8s.io/devices=3, limited:"
                + " gpu.deviceclass.resource.k8s.io/devices=4");
  }

  @Test
  void what_goes_away_is_given_back(KubernetesClient client, Stepper stepper) {
    client.resource(QUOTA).create();
    stepper.settle();
    client.resource(CLAIM.replace("NAME", "first")).create();
    client.resources(ResourceClaim.class).inNamespace("default").withName("first").delete();
    stepper.settle();

    ResourceQuota quota = client.resourceQuotas().inNamespace("default").withName("devices").get();
    assertThat(quota.getStatus().getUsed())
        .containsEntry("gpu.deviceclass.resource.k8s.io/devices", new Quantity("0"));
  }
}
