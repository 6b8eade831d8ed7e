@scheduler @extended @gate:GenericWorkload @gate:DRAPartitionableDevices @serves:scheduling.k8s.io/v1beta1 @since:1.37 @kep:4671 @kep:4815
Feature: GangDevices1 - A gang whose devices span nodes or exclude each other

  What one pod of a gang takes may be what another needs: partitions that overlap, boxes of one torus, devices that several nodes reach. The
  scheduler of Kubernetes places one pod after another and never takes a choice back; ours looks on when that fails.

  Scenario: [1] The pods of a gang share a box, each on a host of it
    Given a node "cube" with hardware "tpu-v5p-4x4x4"
    And a claim "box" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "2x2x4" |
    And a gang "training" of at least 3 pods
    When pods "a", "b" and "c" of gang "training" use claim "box"
    Then pods "a", "b" and "c" run
    And gang "training" is placed
    And claim "box" is reserved for pods "a", "b" and "c"

  Scenario: [2] Boxes for all, or no box for any
    Given a node "cube" with hardware "tpu-v5p-4x4x4"
    And claim "theirs" holds device "tpu-1x1x1-000" of node "cube"
    And a claim template "half" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "2x4x4" |
    And a gang "training" of at least 2 pods
    When pods "a" and "b" of gang "training" use template "half"
    Then gang "training" waits and says "minCount (2) cannot be satisfied: 1 scheduled, 0 remaining"
    And the claim of pod "a" is not allocated
    And the claim of pod "b" is not allocated

  Scenario: [3] A small partition gives way to a large one of the same gang
    Given our scheduler decides
    And a node "n1" with hardware "a100-40gb-mig:1"
    And a claim "small" that asks for
      | request | class          | count | where               |
      | part    | mig.nvidia.com | 1     | profile is "1g.5gb" |
    And a claim "large" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "4g.20gb" |
    And a gang "training" of at least 2 pods
    And pods "a" of gang "training" use claim "small"
    When pods "b" of gang "training" use claim "large"
    Then pods "a" and "b" run
    And claim "small" is allocated
      | request | device               |
      | part    | gpu-0-mig-1g5gb-19-4 |
    And claim "large" is allocated
      | request | device               |
      | part    | gpu-0-mig-4g20gb-5-0 |

  Scenario: [4] A small box gives way to a large one that other hosts have
    Given our scheduler decides
    And a node "cube" with hardware "tpu-v5p-4x4x4"
    And a claim "small" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "2x2x1" |
    And a claim "large" that asks for
      | request | class             | count | where                          |
      | box     | torus.example.com | 1     | topology is "2x4x4" and x is 0 |
    And a gang "training" of at least 2 pods
    And pods "a" of gang "training" use claim "small"
    When pods "b" of gang "training" use claim "large"
    Then pods "a" and "b" run
    And claim "large" is allocated
      | request | device        |
      | box     | tpu-2x4x4-000 |
    And no device is in two claims

  Scenario: [5] A claim that is allocated already stays where it is
    Given our scheduler decides
    And a node "n1" with hardware "a100-40gb-mig:1"
    And a claim "shared" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "3g.20gb" |
    And a pod "before" uses claim "shared"
    And pod "before" runs on node "n1"
    And a claim "small" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "1g.10gb" |
    And a claim "large" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "2g.10gb" |
    And a gang "training" of at least 3 pods
    And pods "a" of gang "training" use claim "shared"
    And pods "b" of gang "training" use claim "small"
    When pods "c" of gang "training" use claim "large"
    Then pods "a", "b" and "c" run
    And claim "shared" is reserved for pods "before" and "a"
