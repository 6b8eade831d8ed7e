@control-plane @scheduler @extended @gate:DRADeviceTaintRules @since:1.37 @kep:5055
Feature: Drain1 - A taint drives pods off their devices

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] A rule that says NoExecute evicts the pod and frees the claim
    Given a pod "job" uses claim "training"
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: drain}
      spec:
        deviceSelector: {driver: gpu.nvidia.com, pool: n1, device: gpu-0}
        taint: {key: example.com/drain, effect: NoExecute}
      """
    Then pod "job" is gone
    And claim "training" is reserved for nobody
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [2] A rule that says NoSchedule leaves it where it is
    Given a pod "job" uses claim "training"
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: keep-off}
      spec:
        deviceSelector: {driver: gpu.nvidia.com, pool: n1, device: gpu-0}
        taint: {key: example.com/drain, effect: NoSchedule}
      """
    Then pod "job" runs on node "n1"
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [3] A new pod gets a device that no rule taints
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: keep-off}
      spec:
        deviceSelector: {driver: gpu.nvidia.com, pool: n1, device: gpu-0}
        taint: {key: example.com/drain, effect: NoSchedule}
      """
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And nothing else changed

  Scenario: [4] A rule for everything keeps a pod waiting, and lets it go on when it goes
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: keep-off}
      spec:
        deviceSelector: {driver: gpu.nvidia.com}
        taint: {key: example.com/drain, effect: NoSchedule}
      """
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "1 cannot allocate all claims."
    And nothing else changed

  Scenario: [5] A driver that taints its device evicts too
    Given a pod "job" uses claim "training"
    When the driver of node "n1" taints device "gpu-0" with "example.com/broken" NoExecute
    Then pod "job" is gone
    And claim "training" is not allocated

  Scenario: [6] A request that tolerates the taint keeps its device
    Given a claim "repair" that asks for
      | request | class          | count | tolerates         |
      | gpu     | gpu.nvidia.com | 1     | example.com/drain |
    And a pod "job" uses claim "repair"
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: keep-off}
      spec:
        deviceSelector: {driver: gpu.nvidia.com}
        taint: {key: example.com/drain, effect: NoSchedule}
      """
    Then pod "job" runs on node "n1"
    And claim "repair" is reserved for pod "job"
    And nothing else changed
