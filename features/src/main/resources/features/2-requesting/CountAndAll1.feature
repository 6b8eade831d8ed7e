@scheduler @core @since:1.34 @kep:4381
Feature: CountAndAll1 - A number of devices, or all of them

  A request asks for an exact number, or for every matching device of the node. All means all: one that is in use is one too few.

  Background:
    Given a node "n1" with hardware "h100-80gb:4"

  Scenario: [1] Three of four
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-1  |
      | gpu     | gpu-2  |
    And nothing else changed

  Scenario: [2] All that match
    Given a claim "training" that asks for
      | request | class          | count | where                                |
      | gpu     | gpu.nvidia.com | all   | resource.kubernetes.io/numaNode is 0 |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-1  |
      | gpu     | gpu-2  |
      | gpu     | gpu-3  |
    And nothing else changed

  Scenario: [3] All cannot be had while one is in use
    Given claim "other" holds device "gpu-3" of node "n1"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | all   |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [4] One more than the node has leaves the pod waiting
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 5     |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed
