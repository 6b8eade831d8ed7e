@scheduler @extended @gate:DRAAdminAccess @since:1.34 @kep:5018
Feature: LookingAtParts1 - What who looks at parts of devices may and may not

  Who looks holds no counter and no share afterwards. But to be looked at a part must fit into what is left, and one claim has each device once.

  Background:
    Given the namespace has the label "resource.kubernetes.io/admin-access" with "true"

  @gate:DRAPartitionableDevices
  Scenario: [1] Partitions that overlap are not looked at by one claim
    Given a node "n1" with hardware "h100-80gb-mig:1"
    And a claim "monitor" that asks for
      | request | class          | count | admin | where                |
      | parts   | mig.nvidia.com | all   | yes   | profile is "3g.40gb" |
      | more    | mig.nvidia.com | all   | yes   | profile is "4g.40gb" |
    When a pod "watcher" uses claim "monitor"
    Then pod "watcher" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  @gate:DRAPartitionableDevices
  Scenario: [2] The partition that is looked at is still free
    Given a node "n1" with hardware "h100-80gb-mig:1"
    And a claim "monitor" that asks for
      | request | class          | count | admin | where                |
      | part    | mig.nvidia.com | 1     | yes   | profile is "3g.40gb" |
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "watcher" uses claim "monitor"
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And nothing else changed

  @gate:DRAConsumableCapacity
  Scenario: [3] A NIC whose bandwidth is all given away
    Given a node "n1" with hardware "nic-40g-shared:1"
    And a claim "all-of-it" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 40G |
    And a claim "monitor" that asks for
      | request | class           | count | admin |
      | nic     | net.example.com | 1     | yes   |
    And a pod "busy" uses claim "all-of-it"
    And pod "busy" runs on node "n1"
    When a pod "watcher" uses claim "monitor"
    Then pod "watcher" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [4] One claim does not own a device and look at it too
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "repair" that asks for
      | request | class          | count | admin |
      | own     | gpu.nvidia.com | 1     |       |
      | look    | gpu.nvidia.com | all   | yes   |
    When a pod "job" uses claim "repair"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [5] Two claims of one pod do
    Given a node "n1" with hardware "h100-80gb:2"
    And claim "other" holds device "gpu-0" of node "n1"
    And a claim "own" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a claim "look" that asks for
      | request | class          | count | admin |
      | gpus    | gpu.nvidia.com | all   | yes   |
    When a pod "job" uses claims "own" and "look"
    Then pod "job" runs on node "n1"
    And claim "own" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And claim "look" is allocated
      | request | device |
      | gpus    | gpu-0  |
      | gpus    | gpu-1  |
    And nothing else changed
