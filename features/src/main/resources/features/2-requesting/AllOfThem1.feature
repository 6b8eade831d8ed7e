@scheduler @extended @since:1.34 @kep:4381
Feature: AllOfThem1 - What "all" counts, and what it does not

  All means every device of the node that the selectors choose, at least one. Whatever keeps one of them from being given keeps all.

  Scenario: [1] None is not all
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "training" that asks for
      | request | class          | count | where                    |
      | gpu     | gpu.nvidia.com | all   | memory is at least 141Gi |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  @gate:DRAPartitionableDevices
  Scenario: [2] All that overlap can never be had together
    Given a node "n1" with hardware "h100-80gb-mig:1"
    And a claim "parts" that asks for
      | request | class          | count |
      | part    | mig.nvidia.com | all   |
    When a pod "job" uses claim "parts"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  @gate:DRAPartitionableDevices
  Scenario: [3] All of one size can
    Given a node "n1" with hardware "h100-80gb-mig:1"
    And a claim "parts" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | all   | profile is "2g.20gb" |
    When a pod "job" uses claim "parts"
    Then pod "job" runs on node "n1"
    And claim "parts" is allocated
      | request | device                |
      | part    | gpu-0-mig-2g20gb-14-0 |
      | part    | gpu-0-mig-2g20gb-14-2 |
      | part    | gpu-0-mig-2g20gb-14-4 |
    And nothing else changed

  @gate:DRADeviceTaints @since:1.36
  Scenario: [4] A sick device is one too few, unless it is tolerated
    Given a node "n1" with hardware "h100-80gb:2"
    And the driver of node "n1" taints device "gpu-1" with "example.com/unhealthy" NoSchedule
    And a claim "strict" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | all   |
    And a claim "modest" that asks for
      | request | class          | count | tolerates             |
      | gpu     | gpu.nvidia.com | all   | example.com/unhealthy |
    And a pod "picky" uses claim "strict"
    And pod "picky" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    When a pod "job" uses claim "modest"
    Then pod "job" runs on node "n1"
    And claim "modest" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-1  |
    And nothing else changed

  @gate:DRAConsumableCapacity
  Scenario: [5] One NIC without room for the share keeps all back
    Given a node "n1" with hardware "nic-40g-shared:2"
    And a claim "first" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 35G |
    And a claim "all" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | all   | bandwidth 10G |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "all"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "all" is not allocated
    And nothing else changed

  Scenario: [6] All of the node, not of the cluster
    Given a node "n1" with hardware "h100-80gb:2"
    And a node "n2" with hardware "h100-80gb:2"
    And claim "other" holds device "gpu-1" of node "n1"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | all   |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n2"
    And claim "training" is allocated
      | request | pool | device |
      | gpu     | n2   | gpu-0  |
      | gpu     | n2   | gpu-1  |
    And nothing else changed
