@scheduler @extended @gate:DRAConsumableCapacity @since:1.34 @kep:5075
Feature: Apart1 - Devices that must differ

  A constraint can ask that all devices of a claim differ in an attribute, so that one failure does not take them all.

  Background:
    Given a node "n1" with hardware "h100-80gb:8"

  Scenario: [1] One GPU on each socket
    Given a claim "pair" with different "resource.kubernetes.io/numaNode" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    When a pod "job" uses claim "pair"
    Then pod "job" runs on node "n1"
    And claim "pair" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-4  |
    And nothing else changed

  Scenario: [2] Three GPUs cannot be on two sockets and all apart
    Given a claim "three" with different "resource.kubernetes.io/numaNode" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    When a pod "job" uses claim "three"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [3] Devices of two drivers are kept apart too
    Given a node "n2" with hardware "h100-80gb:8" and "nic-100g:2"
    And a claim "far" with different "resource.kubernetes.io/numaNode" that asks for
      | request | class          | count |
      | nic     | dra.net        | 1     |
      | gpu     | gpu.nvidia.com | 1     |
    When a pod "job" uses claim "far"
    Then pod "job" runs on node "n2"
    And claim "far" is allocated
      | request | driver         |
      | nic     | dra.net        |
      | gpu     | gpu.nvidia.com |
    And nothing else changed
