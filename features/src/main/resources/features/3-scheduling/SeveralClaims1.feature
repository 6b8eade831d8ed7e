@scheduler @core @since:1.34 @kep:4381
Feature: SeveralClaims1 - All claims of a pod fit on one node, or none is given

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a node "n2" with hardware "h100-80gb:3"

  Scenario: [1] The node is the one that has room for both
    Given a claim "pair" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    And a claim "single" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    When a pod "job" uses claims "pair" and "single"
    Then pod "job" runs on node "n2"
    And claim "pair" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-1  |
    And claim "single" is allocated
      | request | device |
      | gpu     | gpu-2  |
    And nothing else changed

  Scenario: [2] Half is not given
    Given a claim "pair" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    And a claim "another" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |
    When a pod "job" uses claims "pair" and "another"
    Then pod "job" waits and says "0/2 nodes are available: 2 cannot allocate all claims."
    And claim "pair" is not allocated
    And claim "another" is not allocated
    And nothing else changed

  Scenario: [3] An allocated claim pins the next pod to its node
    Given a claim "shared" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    And a pod "first" uses claim "shared"
    When a pod "second" uses claim "shared"
    Then pod "second" runs on node "n2"
    And claim "shared" is reserved for pods "first" and "second"
    And nothing else changed
