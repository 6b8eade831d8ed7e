@control-plane @scheduler @extended @since:1.34 @kep:4381
Feature: Restarts1 - Who restarts learns everything anew

  The state of devices is in the API and nowhere else. Any part of the control plane may be killed and begin again.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "first" uses template "one-gpu"

  Scenario: [1] The scheduler gives no device away twice
    Given the "scheduler" restarts
    When a pod "second" uses template "one-gpu"
    Then pods "first" and "second" run
    And the claim of pod "second" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And no device is in two claims
    And nothing else changed

  Scenario: [2] The scheduler goes on with those who wait
    Given a pod "second" uses template "one-gpu"
    And a pod "third" uses template "one-gpu"
    And the "scheduler" restarts
    When pod "first" is deleted
    Then pod "third" runs on node "n1"
    And the claim of pod "third" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And pod "first" is gone
    And no device is in two claims

  Scenario: [3] The claim controller makes claims for new pods only
    Given the "resourceclaim-controller" restarts
    When a pod "second" uses template "one-gpu"
    Then pods "first" and "second" run
    And the claim of pod "second" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And no device is in two claims
    And nothing else changed

  Scenario: [4] The claim controller frees devices of pods that went
    Given the "resourceclaim-controller" restarts
    When pod "first" is deleted
    Then pod "first" is gone
    And the claim of pod "first" is gone
    And nothing else changed

  Scenario: [5] The garbage collector removes what belonged to pods that went
    Given the "garbage-collector-controller" restarts
    When pod "first" is deleted
    Then pod "first" is gone
    And the claim of pod "first" is gone
    And nothing else changed

  @gate:DRADeviceTaintRules @since:1.37
  Scenario: [6] The eviction controller knows the rules that are there
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: drain}
      spec:
        deviceSelector: {driver: gpu.nvidia.com, pool: n1, device: gpu-1}
        taint: {key: example.com/drain, effect: NoExecute}
      """
    And the "device-taint-eviction-controller" restarts
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: drain-too}
      spec:
        deviceSelector: {driver: gpu.nvidia.com, pool: n1, device: gpu-0}
        taint: {key: example.com/drain, effect: NoExecute}
      """
    Then pod "first" is gone
    And the claim of pod "first" is gone

  Scenario: [7] A restart alone changes nothing
    When the "scheduler" restarts
    Then nothing changed
