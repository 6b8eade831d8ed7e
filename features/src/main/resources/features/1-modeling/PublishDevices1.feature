@driver @core @since:1.34 @kep:4381
Feature: PublishDevices1 - A driver tells what a node has

  A driver describes the devices of its node in ResourceSlices. All slices of one generation together are a pool; the pool of a node has the
  node's name, and it goes when the node goes.

  Scenario: [1] Every device of a node is published once
    When a node "n1" with hardware "h100-80gb:8" joins
    Then pool "n1" has 8 devices in generation 1
    And device "gpu-0" of pool "n1" has
      | attribute                       | value         |
      | type                            | gpu           |
      | architecture                    | Hopper        |
      | cudaComputeCapability           | 9.0.0         |
      | resource.kubernetes.io/numaNode | 0             |
    And nothing else changed

  Scenario: [2] A pool larger than one slice is split and stays whole
    When a node "n1" with hardware "h100-80gb:200" joins
    Then pool "n1" has 200 devices in generation 1
    And pool "n1" is published in 2 slices
    And nothing else changed

  Scenario: [3] The slices of a node go with the node
    Given a node "n1" with hardware "h100-80gb:8"
    When node "n1" leaves
    Then pool "n1" is gone
    And nothing else changed
