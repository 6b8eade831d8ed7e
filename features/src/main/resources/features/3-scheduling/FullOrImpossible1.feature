@scheduler @extended @since:1.34 @kep:4381
Feature: FullOrImpossible1 - The cluster is full, or it can never be

  Kubernetes says the same of both: cannot allocate all claims. Who waits for devices in use waits for somebody; who asks for what no node has
  waits for ever.

  Background:
    Given a node "n1" with hardware "h100-80gb:2" and "nic-100g:1"
    And claim "theirs" holds device "gpu-0" of node "n1"

  Scenario: [1] Full: it starts when the one who holds the device gives it back
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    And a pod "job" uses claim "training"
    And pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    When claim "theirs" is deleted
    Then claim "theirs" is gone
    And pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-1  |
    And nothing else changed

  Scenario: [2] Impossible: it waits even when nothing is in use
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    And a pod "job" uses claim "training"
    And pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    When claim "theirs" is deleted
    Then claim "theirs" is gone
    And pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [3] Our scheduler says which it is: full
    Given our scheduler decides
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    When a pod "job" uses claim "training"
    Then pod "job" is explained by "full now: it would fit after the release of claim default/theirs"
    And pod "job" is explained by "gpu-0: is in use"

  Scenario: [4] Our scheduler says which it is: impossible, and what would help
    Given our scheduler decides
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    When a pod "job" uses claim "training"
    Then pod "job" is explained by "impossible here: no release of devices would help"
    And pod "job" is explained by "it would fit with request gpu of claim default/training asking for 1 device"

  Scenario: [5] Our scheduler says which demands cannot be met together
    Given our scheduler decides
    And a claim "training" with equal "resource.kubernetes.io/numaNode" that asks for
      | request | class          | count | where                                |
      | gpu     | gpu.nvidia.com | 1     |                                      |
      | nic     | dra.net        | 1     | resource.kubernetes.io/numaNode is 1 |
    When a pod "job" uses claim "training"
    Then pod "job" is explained by "impossible here: no release of devices would help"

  @gate:DRAPartitionableDevices @kep:4815
  Scenario: [6] Our scheduler says whose partition is in the way
    Given our scheduler decides
    And a node "n2" with hardware "a100-40gb-mig:1"
    And claim "small" holds device "gpu-0-mig-1g5gb-19-0" of node "n2"
    And a claim "training" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "4g.20gb" |
    When a pod "job" uses claim "training"
    Then pod "job" is explained by "full now: it would fit after the release of claim default/small"
    And pod "job" is explained by "counter"
