@scheduler @extended @gate:DRAAdminAccess @since:1.34 @kep:5018
Feature: LookingOn1 - Administrators look at devices that others use

  A claim with admin access gets devices whether or not they are in use, and takes nothing from anybody.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And the namespace has the label "resource.kubernetes.io/admin-access" with "true"

  Scenario: [1] A device in use can be looked at
    Given claim "other" holds device "gpu-0" of node "n1"
    And a claim "monitor" that asks for
      | request | class          | count | admin |
      | gpus    | gpu.nvidia.com | all   | yes   |
    When a pod "watcher" uses claim "monitor"
    Then pod "watcher" runs on node "n1"
    And claim "monitor" is allocated
      | request | device |
      | gpus    | gpu-0  |
      | gpus    | gpu-1  |
    And nothing else changed

  Scenario: [2] Who looks takes nothing away
    Given a claim "monitor" that asks for
      | request | class          | count | admin |
      | gpus    | gpu.nvidia.com | 2     | yes   |
    And a claim "training" that asks for
      | request | class          | count |
      | gpus    | gpu.nvidia.com | 2     |
    And a pod "watcher" uses claim "monitor"
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpus    | gpu-0  |
      | gpus    | gpu-1  |
    And nothing else changed

  Scenario: [3] Two may look at the same device
    Given a claim "first" that asks for
      | request | class          | count | admin |
      | gpu     | gpu.nvidia.com | 1     | yes   |
    And a claim "second" that asks for
      | request | class          | count | admin |
      | gpu     | gpu.nvidia.com | 1     | yes   |
    And a pod "one" uses claim "first"
    When a pod "two" uses claim "second"
    Then pod "two" runs on node "n1"
    And claim "second" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And nothing else changed
