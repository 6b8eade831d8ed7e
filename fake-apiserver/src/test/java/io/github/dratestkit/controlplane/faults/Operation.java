package io.github.dratestkit.controlplane.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaintRule;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.scheduling.v1beta1.PodGroup;
import io.github.dratestkit.controlplane.common.PodClaims;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What a user or a driver does in a history. Names carry the operation's number. */
enum Operation {
  POD_WITH_TEMPLATE {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, TEMPLATE + ", containers: [{name: c, image: i}]"), POD);
    }
  },
  TWO_PODS_ON_ONE_CLAIM {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
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
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(
          pod(
              "p" + number,
              "containers: [{name: c, image: i, resources: {requests: {x.test/gpu: '1'}, limits: {x.test/gpu: '1'}}}]"),
          POD);
    }
  },
  POD_WITH_A_SHARE {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
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
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(group("g" + number, ""), GROUP);
      members(laboratory, number);
    }
  },
  GANG_WITH_A_CLAIM {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(group("g" + number, ", " + TEMPLATE), GROUP);
      members(laboratory, number);
    }
  },
  FILLER {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, cpu("3")), POD);
    }
  },
  IMPORTANT_POD {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.create(pod("p" + number, "priorityClassName: high, " + cpu("3")), POD);
    }
  },
  POD_FINISHES {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, POD, choice, pod -> pod.getSpec().getNodeName() != null)
          .ifPresent(laboratory::finish);
    }
  },
  POD_DELETED {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, POD, choice, pod -> true).ifPresent(pod -> laboratory.delete(POD, pod));
    }
  },
  CLAIM_DELETED {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, CLAIM, choice, claim -> PodClaims.controllerOf(claim).isEmpty())
          .ifPresent(claim -> laboratory.delete(CLAIM, claim));
    }
  },
  GROUP_DELETED {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, GROUP, choice, group -> true)
          .ifPresent(group -> laboratory.delete(GROUP, group));
    }
  },
  TAINT {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
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
    void run(Laboratory laboratory, int number, int choice) {
      pick(laboratory, DeviceTaintRule.class, choice, rule -> true)
          .ifPresent(rule -> laboratory.delete(DeviceTaintRule.class, rule));
    }
  },
  DRIVER_PUBLISHES {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.setDevices(choice % 2 == 0 ? "a" : "b", 1 + choice / 2 % 3);
    }
  },
  TIME_PASSES {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.advance(Duration.ofSeconds(1 + choice % 12));
    }
  },
  CLOCK_JUMPS {
    @Override
    void run(Laboratory laboratory, int number, int choice) {
      laboratory.jump(Duration.ofSeconds(1 + choice % 400));
    }
  };

  private static final String TEMPLATE =
      "resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]";

  private static final Class<Pod> POD = Pod.class;
  private static final Class<ResourceClaim> CLAIM = ResourceClaim.class;
  private static final Class<PodGroup> GROUP = PodGroup.class;

  /**
   * Does it.
   *
   * @param number the operation's number in its history
   * @param choice decides what it is done to
   */
  abstract void run(Laboratory laboratory, int number, int choice);

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

  private static String pod(String name, String spec) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default}, spec: {%s}}"
        .formatted(name, spec);
  }

  private static String cpu(String amount) {
    return "containers: [{name: c, image: i, resources: {requests: {cpu: '%s'}}}]"
        .formatted(amount);
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

  private static <T extends HasMetadata> Optional<T> pick(
      Laboratory laboratory, Class<T> kind, int choice, Predicate<T> wanted) {
    List<T> all = laboratory.list(kind).stream().filter(wanted).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(choice % all.size()));
  }
}
