@scheduler @extended @gate:DRADeviceTaints @since:1.36 @kep:5055
Feature: DeviceTaints1 - A tainted device is for those who tolerate it

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And the driver of node "n1" taints device "gpu-0" with "example.com/unhealthy" NoSchedule

  Scenario: [1] Others get the next device
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And nothing else changed

  Scenario: [2] A request that tolerates the taint may have it
    Given a claim "repair" that asks for
      | request | class          | count | tolerates             |
      | gpu     | gpu.nvidia.com | 1     | example.com/unhealthy |
    When a pod "job" uses claim "repair"
    Then pod "job" runs on node "n1"
    And claim "repair" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And nothing else changed
