@scheduler @extended @gate:DRAPrioritizedList @since:1.34 @kep:4816
Feature: Ranked1 - Alternatives beside other requests, parts and shares

  What a request ranks may be whole devices, parts or shares, and it is weighed together with everything else that the claim wants.

  @gate:DRAPartitionableDevices
  Scenario: [1] A whole GPU, else two thirds of one
    Given a node "n1" with hardware "h100-80gb-mig:1"
    And claim "other" holds device "gpu-0-mig-1g10gb-19-6" of node "n1"
    And a claim "training" that asks for the first available of
      | alternative | class          | count | where                |
      | whole       | gpu.nvidia.com | 1     |                      |
      | part        | mig.nvidia.com | 1     | profile is "4g.40gb" |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request  | device               |
      | gpu/part | gpu-0-mig-4g40gb-5-0 |
    And nothing else changed

  @gate:DRAConsumableCapacity
  Scenario: [2] Half of a NIC, else a tenth
    Given a node "n1" with hardware "nic-40g-shared:1"
    And a claim "first" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 30G |
    And a claim "second" that asks for
      | request | alternative | class           | count | share         |
      | nic     | fast        | net.example.com | 1     | bandwidth 20G |
      | nic     | slow        | net.example.com | 1     | bandwidth 4G  |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" runs on node "n1"
    And claim "second" is allocated
      | request  | device |
      | nic/slow | nic-0  |
    And nothing else changed

  Scenario: [3] The alternative is the one that shares a root with the NIC
    Given a node "n1" with hardware "h100-80gb:8" and "nic-100g:1"
    And a claim "training" with equal "resource.kubernetes.io/pcieRoot" that asks for
      | request | alternative | class          | count | where                                |
      | gpu     | far         | gpu.nvidia.com | 1     | resource.kubernetes.io/numaNode is 1 |
      | gpu     | near        | gpu.nvidia.com | 1     | resource.kubernetes.io/numaNode is 0 |
      | nic     |             | dra.net        | 1     |                                      |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request  | driver         |
      | gpu/near | gpu.nvidia.com |
      | nic      | dra.net        |
    And the devices of claim "training" agree in "resource.kubernetes.io/pcieRoot"
    And nothing else changed

  Scenario: [4] A lower rank of one request for the sake of the other
    Given a node "n1" with hardware "h100-80gb:3"
    And a claim "training" that asks for
      | request | alternative | class          | count |
      | left    | three       | gpu.nvidia.com | 3     |
      | left    | two         | gpu.nvidia.com | 2     |
      | right   |             | gpu.nvidia.com | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request  | device |
      | left/two | gpu-0  |
      | left/two | gpu-1  |
      | right    | gpu-2  |
    And nothing else changed

  Scenario: [5] All of one kind, else one of another
    Given a node "n1" with hardware "h100-80gb:2" and "nic-100g:1"
    And claim "other" holds device "gpu-1" of node "n1"
    And a claim "training" that asks for the first available of
      | alternative | class          | count |
      | every       | gpu.nvidia.com | all   |
      | nic         | dra.net        | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | driver  |
      | gpu/nic | dra.net |
    And nothing else changed
