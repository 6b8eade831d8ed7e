@scheduler @extended @gate:DRAPartitionableDevices @since:1.34 @kep:4815
Feature: Partitions1 - Parts of a GPU, made when somebody gets them

  A driver offers every partition of a GPU at once, and the whole GPU too. Each says what it draws from the counters of the GPU: multiprocessors,
  engines and the slices of its memory. The scheduler gives out what fits together, so that partitions which overlap exclude each other.

  Background:
    Given a node "n1" with hardware "h100-80gb-mig:1"

  Scenario: [1] Seven small partitions lie side by side
    Given a claim "inference" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 7     | profile is "1g.10gb" |
    When a pod "job" uses claim "inference"
    Then pod "job" runs on node "n1"
    And claim "inference" is allocated
      | request | device                 |
      | part    | gpu-0-mig-1g10gb-19-0  |
      | part    | gpu-0-mig-1g10gb-19-1  |
      | part    | gpu-0-mig-1g10gb-19-2  |
      | part    | gpu-0-mig-1g10gb-19-3  |
      | part    | gpu-0-mig-1g10gb-19-4  |
      | part    | gpu-0-mig-1g10gb-19-5  |
      | part    | gpu-0-mig-1g10gb-19-6  |
    And nothing else changed

  Scenario: [2] An eighth has no place
    Given a claim "inference" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 8     | profile is "1g.10gb" |
    When a pod "job" uses claim "inference"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "inference" is not allocated
    And nothing else changed

  Scenario: [3] Partitions that overlap exclude each other
    Given claim "other" holds device "gpu-0-mig-3g40gb-9-0" of node "n1"
    And a claim "inference" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "4g.40gb" |
    When a pod "job" uses claim "inference"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [4] A partition beside the one in use fits
    Given claim "other" holds device "gpu-0-mig-3g40gb-9-0" of node "n1"
    And a claim "inference" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "3g.40gb" |
    When a pod "job" uses claim "inference"
    Then pod "job" runs on node "n1"
    And claim "inference" is allocated
      | request | device               |
      | part    | gpu-0-mig-3g40gb-9-4 |
    And nothing else changed

  Scenario: [5] The whole GPU cannot be had while a part of it is in use
    Given claim "other" holds device "gpu-0-mig-1g10gb-19-6" of node "n1"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [6] No part can be had while the whole GPU is in use
    Given claim "other" holds device "gpu-0" of node "n1"
    And a claim "inference" that asks for
      | request | class          | count |
      | part    | mig.nvidia.com | 1     |
    When a pod "job" uses claim "inference"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [7] Partitions of different sizes share a GPU
    Given a claim "pipeline" that asks for
      | request | class          | count | where                |
      | large   | mig.nvidia.com | 1     | profile is "4g.40gb" |
      | middle  | mig.nvidia.com | 1     | profile is "2g.20gb" |
      | small   | mig.nvidia.com | 1     | profile is "1g.10gb" |
    When a pod "job" uses claim "pipeline"
    Then pod "job" runs on node "n1"
    And claim "pipeline" is allocated
      | request | device                |
      | large   | gpu-0-mig-4g40gb-5-0  |
      | middle  | gpu-0-mig-2g20gb-14-4 |
      | small   | gpu-0-mig-1g10gb-19-6 |
    And nothing else changed

  Scenario: [8] A partition that gives way makes room for the whole
    Given a claim "first" that asks for
      | request | class          | count | where                |
      | part    | mig.nvidia.com | 1     | profile is "1g.10gb" |
    And a claim "second" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "small" uses claim "first"
    And a pod "big" uses claim "second"
    When pod "small" is deleted
    Then pod "big" runs on node "n1"
    And claim "second" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And claim "first" is not allocated
    And pod "small" is gone
    And nothing else changed
