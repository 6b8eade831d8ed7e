@scheduler @extended @gate:DRAPartitionableDevices @since:1.34 @kep:4815
Feature: Overlap1 - Partitions that overlap, and the order in which they are taken

  A partition of an A100 has places where it may begin. The scheduler takes the first place that is left, which can cost a larger partition the
  only place it has. Within a claim the choice is taken back; what another claim was given stays.

  Background:
    Given a node "n1" with hardware "a100-40gb-mig:1"

  Scenario: [1] A small partition moves so that a large one of the same claim fits
    Given a claim "pipeline" that asks for
      | request | class          | count | where                |
      | small   | mig.nvidia.com | 1     | profile is "1g.5gb"  |
      | large   | mig.nvidia.com | 1     | profile is "4g.20gb" |
    When a pod "job" uses claim "pipeline"
    Then pod "job" runs on node "n1"
    And claim "pipeline" is allocated
      | request | device               |
      | small   | gpu-0-mig-1g5gb-19-4 |
      | large   | gpu-0-mig-4g20gb-5-0 |
    And nothing else changed

  Scenario: [2] It does not move for the claim of another
    Given a claim "first" that asks for
      | request | class          | count | where               |
      | small   | mig.nvidia.com | 1     | profile is "1g.5gb" |
    And a claim "second" that asks for
      | request | class          | count | where                |
      | large   | mig.nvidia.com | 1     | profile is "4g.20gb" |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "second" is not allocated
    And nothing else changed

  Scenario: [3] Both claims of one pod are placed together
    Given a claim "first" that asks for
      | request | class          | count | where               |
      | small   | mig.nvidia.com | 1     | profile is "1g.5gb" |
    And a claim "second" that asks for
      | request | class          | count | where                |
      | large   | mig.nvidia.com | 1     | profile is "4g.20gb" |
    When a pod "job" uses claims "first" and "second"
    Then pod "job" runs on node "n1"
    And claim "first" is allocated
      | request | device               |
      | small   | gpu-0-mig-1g5gb-19-4 |
    And claim "second" is allocated
      | request | device               |
      | large   | gpu-0-mig-4g20gb-5-0 |
    And nothing else changed

  Scenario: [4] The media engines of a GPU go to one partition
    Given a claim "video" that asks for
      | request | class          | count | where                  |
      | parts   | mig.nvidia.com | 2     | profile is "1g.5gb+me" |
    When a pod "job" uses claim "video"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [5] Two halves leave nothing, though an eighth of the processors is left
    Given a claim "halves" that asks for
      | request | class          | count | where                |
      | half    | mig.nvidia.com | 2     | profile is "3g.20gb" |
    And a claim "rest" that asks for
      | request | class          | count | where               |
      | small   | mig.nvidia.com | 1     | profile is "1g.5gb" |
    And a pod "early" uses claim "halves"
    When a pod "late" uses claim "rest"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [6] Partitions of different GPUs do not overlap
    Given a node "n2" with hardware "a100-40gb-mig:2"
    And a claim "apart" that asks for
      | request | class          | count | where                |
      | whole   | mig.nvidia.com | 2     | profile is "7g.40gb" |
    When a pod "job" uses claim "apart"
    Then pod "job" runs on node "n2"
    And claim "apart" is allocated
      | request | device               |
      | whole   | gpu-0-mig-7g40gb-0-0 |
      | whole   | gpu-1-mig-7g40gb-0-0 |
    And nothing else changed
