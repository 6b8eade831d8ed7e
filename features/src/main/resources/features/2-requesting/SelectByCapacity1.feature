@scheduler @core @since:1.34 @kep:4381
Feature: SelectByCapacity1 - Ask for what is needed, not for a model

  A request says in CEL what a device must have. "At least 40Gi" is met by any device with so much memory, whoever made it.

  Background:
    Given a node "n1" with hardware "t4:1"
    And a node "n2" with hardware "h100-80gb:8"

  Scenario: [1] The device is chosen by its memory
    Given a claim "training" that asks for
      | request | class          | count | where                   |
      | gpu     | gpu.nvidia.com | 1     | memory is at least 40Gi |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n2"
    And claim "training" is allocated
      | request | driver         | pool | device |
      | gpu     | gpu.nvidia.com | n2   | gpu-0  |
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [2] The device is chosen by its attributes
    Given a claim "training" that asks for
      | request | class          | count | where                                                             |
      | gpu     | gpu.nvidia.com | 1     | architecture is "Hopper" and resource.kubernetes.io/numaNode is 1 |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n2"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-4  |
    And nothing else changed

  Scenario: [3] More than any device has leaves the pod waiting
    Given a claim "training" that asks for
      | request | class          | count | where                    |
      | gpu     | gpu.nvidia.com | 1     | memory is at least 141Gi |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/2 nodes are available: 2 cannot allocate all claims."
    And claim "training" is not allocated
    And nothing else changed
