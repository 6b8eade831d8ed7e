package io.github.dratestkit.controlplane.faults;

import static io.github.dratestkit.controlplane.faults.Operation.cpu;
import static io.github.dratestkit.controlplane.faults.Operation.pick;
import static io.github.dratestkit.controlplane.faults.Operation.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.util.List;

/** What a user or a driver does with devices. Names carry the operation's number. */
enum DeviceOperation implements Operation {
  POD_WITH_TEMPLATE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, TEMPLATE + ", containers: [{name: c, image: i}]"), POD);
    }
  },
  TWO_PODS_ON_ONE_CLAIM {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String claim = "c" + number;
      laboratory.create(claim(claim, "{name: r, exactly: {deviceClassName: gpu}}"), CLAIM);
      for (String suffix : List.of("a", "b")) {
        laboratory.create(
            pod(
                "p" + number + suffix,
                "resourceClaims: [{name: gpu, resourceClaimName: %s}], containers: [{name: c, image: i}]"
                    .formatted(claim)),
            POD);
      }
    }
  },
  POD_WITH_EXTENDED_RESOURCE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          pod(
              "p" + number,
              "containers: [{name: c, image: i, resources: {requests: {x.test/gpu: '1'}, limits: {x.test/gpu: '1'}}}]"),
          POD);
    }
  },
  POD_WITH_A_SHARE {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String claim = "c" + number;
      laboratory.create(
          claim(
              claim,
              "{name: r, exactly: {deviceClassName: nic, capacity: {requests: {bandwidth: '4'}}}}"),
          CLAIM);
      laboratory.create(
          pod(
              "p" + number,
              "resourceClaims: [{name: nic, resourceClaimName: %s}], containers: [{name: c, image: i}]"
                  .formatted(claim)),
          POD);
    }
  },
  GANG {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(group("g" + number, ""), GROUP);
      members(laboratory, number);
    }
  },
  GANG_WITH_A_CLAIM {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(group("g" + number, ", " + TEMPLATE), GROUP);
      members(laboratory, number);
    }
  },
  FILLER {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, cpu("3")), POD);
    }
  },
  IMPORTANT_POD {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, "priorityClassName: high, " + cpu("3")), POD);
    }
  },
  POD_FINISHES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, POD, choice, pod -> pod.getSpec().getNodeName() != null)
          .ifPresent(pod -> laboratory.finish(pod, "Succeeded"));
    }
  },
  POD_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, POD, choice, pod -> true).ifPresent(pod -> laboratory.delete(POD, pod));
    }
  },
  CLAIM_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, CLAIM, choice, claim -> PodClaims.controllerOf(claim).isEmpty())
          .ifPresent(claim -> laboratory.delete(CLAIM, claim));
    }
  },
  GROUP_DELETED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, GROUP, choice, group -> true)
          .ifPresent(group -> laboratory.delete(GROUP, group));
    }
  },
  /** The first takes what suits the second, too, and only that: the whole has to be searched. */
  GANG_TO_BE_SEARCHED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(group("g" + number, ""), GROUP);
      laboratory.create(
          claim("c" + number + "a", "{name: r, exactly: {deviceClassName: gpu}}"), CLAIM);
      laboratory.create(
          claim(
              "c" + number + "b",
              "{name: r, exactly: {deviceClassName: gpu, selectors: [{cel: {expression: 'device.attributes[\"gpu.example.test\"].rank < 1'}}]}}"),
          CLAIM);
      for (String suffix : List.of("a", "b")) {
        laboratory.create(
            pod(
                "p" + number + suffix,
                "schedulingGroup: {podGroupName: g%d}, resourceClaims: [{name: gpu, resourceClaimName: c%d%s}], containers: [{name: c, image: i}]"
                    .formatted(number, number, suffix)),
            POD);
      }
    }
  },
  POD_WITH_CORES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      String claim = "c" + number;
      laboratory.create(claim(claim, "{name: r, exactly: {deviceClassName: cores}}"), CLAIM);
      laboratory.create(
          pod(
              "p" + number,
              "resourceClaims: [{name: cores, resourceClaimName: %s}], ".formatted(claim)
                  + cpu("500m")),
          POD);
    }
  },
  BUDGET {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: policy/v1, kind: PodDisruptionBudget,
           metadata: {name: b%d, namespace: default},
           spec: {minAvailable: 1, selector: {}}}
          """
              .formatted(number),
          PodDisruptionBudget.class);
    }
  },
  TAINT {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          """
          {apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r%d}, spec: {
            deviceSelector: {pool: %s}, taint: {key: sick, effect: %s}}}
          """
              .formatted(
                  number,
                  choice % 2 == 0 ? "a" : "b",
                  choice % 3 == 0 ? "NoSchedule" : "NoExecute"),
          DeviceTaintRule.class);
    }
  },
  TAINT_REMOVED {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, DeviceTaintRule.class, choice, rule -> true)
          .ifPresent(rule -> laboratory.delete(DeviceTaintRule.class, rule));
    }
  },
  DRIVER_PUBLISHES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.setDevices(choice % 2 == 0 ? "a" : "b", 1 + choice / 2 % 3);
    }
  },
  TIME_PASSES {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.advance(Duration.ofSeconds(1 + choice % 12));
    }
  },
  CLOCK_JUMPS {
    @Override
    public void run(Laboratory laboratory, int number, int choice) {
      laboratory.jump(Duration.ofSeconds(1 + choice % 400));
    }
  };

  private static final String TEMPLATE =
      "resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]";

  private static final Class<Pod> POD = Pod.class;
  private static final Class<ResourceClaim> CLAIM = ResourceClaim.class;
  private static final Class<PodGroup> GROUP = PodGroup.class;

  private static void members(Laboratory laboratory, int number) {
    for (String suffix : List.of("a", "b")) {
      laboratory.create(
          pod(
              "p" + number + suffix,
              "schedulingGroup: {podGroupName: g%d}, %s, containers: [{name: c, image: i}]"
                  .formatted(number, TEMPLATE)),
          POD);
    }
  }

  private static String claim(String name, String request) {
    return """
    {apiVersion: resource.k8s.io/v1, kind: ResourceClaim,
     metadata: {name: %s, namespace: default}, spec: {devices: {requests: [%s]}}}
    """
        .formatted(name, request);
  }

  private static String group(String name, String more) {
    return """
    {apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup,
     metadata: {name: %s, namespace: default},
     spec: {schedulingPolicy: {gang: {minCount: 2}}%s}}
    """
        .formatted(name, more);
  }
}
