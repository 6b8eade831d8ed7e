@driver @core @since:1.34 @kep:4381
Feature: TornPool1 - A driver dies between two slices of a new generation

  A pool is a promise: all its slices of one generation together. Until the last one is published, the old devices are gone and the new ones
  cannot be trusted.

  Background:
    Given a node "n1" with hardware "h100-80gb:8" published in 2 slices

  Scenario: [1] Nothing is allocated from a pool that is half replaced
    Given the driver of node "n1" dies after slice 1 of its next generation
    When a pod "job" asks for 1 device of class "gpu.nvidia.com"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And the claim of pod "job" is not allocated
    And nothing else changed

  Scenario: [2] The driver's return completes the pool and the pod starts
    Given the driver of node "n1" dies after slice 1 of its next generation
    And a pod "job" asks for 1 device of class "gpu.nvidia.com"
    When the driver of node "n1" restarts
    Then pool "n1" has 8 devices in generation 3
    And pod "job" runs on node "n1"
    And the claim of pod "job" is allocated
      | request | pool | device |
      | device  | n1   | gpu-0  |
    And nothing else changed
