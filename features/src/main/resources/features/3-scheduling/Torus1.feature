@scheduler @extended @gate:DRAPartitionableDevices @since:1.34 @kep:4815
Feature: Torus1 - Boxes of a torus

  The chips of a torus are given out in boxes, each of them a device. A box draws its chips from the counters of the torus, and says on which
  hosts they are: a pod with a box runs on one of them. Boxes that overlap exclude each other.

  Background:
    Given a node "cube" with hardware "tpu-v5p-4x4x4"

  Scenario: [1] Whoever has a box runs on one of its hosts
    Given a claim "training" that asks for
      | request | class             | count | where                                                |
      | box     | torus.example.com | 1     | topology is "2x2x2" and x is 2 and y is 0 and z is 0 |
    And node "cube-1" is cordoned
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "cube-5"
    And claim "training" is allocated
      | request | pool | device        |
      | box     | cube | tpu-2x2x2-200 |
    And nothing else changed

  Scenario: [2] Pods on every host of a box share it
    Given a claim "training" that asks for
      | request | class             | count | where                                                |
      | box     | torus.example.com | 1     | topology is "2x2x2" and x is 2 and y is 0 and z is 0 |
    And a pod "first" uses claim "training"
    And pod "first" runs
    And node "cube-1" is cordoned
    When a pod "second" uses claim "training"
    Then pod "second" runs on node "cube-5"
    And claim "training" is reserved for pods "first" and "second"
    And nothing else changed

  Scenario: [3] No box is given of which another has a chip
    Given claim "other" holds device "tpu-1x1x1-003" of node "cube"
    And a claim "training" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "2x4x4" |
    When a pod "job" uses claim "training"
    Then pod "job" runs
    And claim "training" is allocated
      | request | device        |
      | box     | tpu-2x4x4-200 |
    And nothing else changed

  Scenario: [4] Closed rings take the whole cube
    Given claim "other" holds device "tpu-1x1x1-333" of node "cube"
    And a claim "training" that asks for
      | request | class             | count | where         |
      | box     | torus.example.com | 1     | wrap is "xyz" |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/16 nodes are available: 16 cannot allocate all claims."
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [5] A box of any shape with chips enough
    Given claim "other" holds device "tpu-2x2x1-000" of node "cube"
    And a claim "training" that asks for
      | request | class             | count | where                           |
      | box     | torus.example.com | 1     | chips is at least 10 and x is 0 |
    When a pod "job" uses claim "training"
    Then pod "job" runs
    And claim "training" is allocated
      | request | device        |
      | box     | tpu-2x2x4-020 |
    And nothing else changed

  Scenario: [6] Boxes of one claim do not overlap either
    Given a claim "pipeline" that asks for
      | request | class             | count | where                          |
      | chip    | torus.example.com | 1     | topology is "1x1x1"            |
      | half    | torus.example.com | 1     | topology is "2x4x4"            |
      | box     | torus.example.com | 1     | topology is "2x2x2" and z is 0 |
    When a pod "job" uses claim "pipeline"
    Then pod "job" waits and says "0/16 nodes are available: 16 cannot allocate all claims."
    And nothing else changed

  Scenario: [7] A box that is given back makes room for a larger one
    Given a claim "small" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "2x2x1" |
    And a claim "large" that asks for
      | request | class             | count | where               |
      | box     | torus.example.com | 1     | topology is "4x4x4" |
    And a pod "first" uses claim "small"
    And a pod "second" uses claim "large"
    When pod "first" is deleted
    Then pod "first" is gone
    And claim "small" is not allocated
    And pod "second" runs
    And claim "large" is allocated
      | request | device        |
      | box     | tpu-4x4x4-000 |
    And nothing else changed
