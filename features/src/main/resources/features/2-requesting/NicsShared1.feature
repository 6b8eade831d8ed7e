@scheduler @extended @gate:DRAConsumableCapacity @since:1.34 @kep:5075
Feature: NicsShared1 - Many claims on several NICs

  What is left of a NIC is counted over all claims that have a share of it. A share goes to the first NIC that has so much left.

  Background:
    Given a node "n1" with hardware "nic-40g-shared:2"

  Scenario: [1] A share that one NIC has no room for goes to the next
    Given a claim "first" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 30G |
    And a claim "second" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 20G |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" runs on node "n1"
    And claim "second" is allocated
      | request | device |
      | nic     | nic-1  |
    And nothing else changed

  Scenario: [2] What is left over in all does not help
    Given a claim "first" that asks for
      | request | class           | count | share         |
      | left    | net.example.com | 1     | bandwidth 25G |
      | right   | net.example.com | 1     | bandwidth 25G |
    And a claim "second" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 16G |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "second" is not allocated
    And nothing else changed

  Scenario: [3] A share that is given back is there for others
    Given a claim "first" that asks for
      | request | class           | count | share         |
      | left    | net.example.com | 1     | bandwidth 25G |
      | right   | net.example.com | 1     | bandwidth 25G |
    And a claim "second" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 40G |
    And a pod "early" uses claim "first"
    And a pod "late" uses claim "second"
    When pod "early" is deleted
    Then pod "late" runs on node "n1"
    And claim "second" is allocated
      | request | device |
      | nic     | nic-0  |
    And claim "first" is not allocated
    And pod "early" is gone
    And nothing else changed

  Scenario: [4] Shares are packed anew within one claim
    Given a claim "four" that asks for
      | request | class           | count | share         |
      | a       | net.example.com | 1     | bandwidth 15G |
      | b       | net.example.com | 1     | bandwidth 15G |
      | c       | net.example.com | 1     | bandwidth 25G |
      | d       | net.example.com | 1     | bandwidth 25G |
    When a pod "job" uses claim "four"
    Then pod "job" runs on node "n1"
    And claim "four" is allocated
      | request | device |
      | a       | nic-0  |
      | b       | nic-1  |
      | c       | nic-0  |
      | d       | nic-1  |
    And nothing else changed

  Scenario: [5] Less than the least share is no share
    Given a claim "tiny" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 50M |
    And a claim "rest" that asks for
      | request | class           | count | share            |
      | left    | net.example.com | 1     | bandwidth 40G    |
      | right   | net.example.com | 1     | bandwidth 39900M |
    And a pod "early" uses claim "tiny"
    When a pod "late" uses claim "rest"
    Then pod "late" runs on node "n1"
    And claim "rest" is allocated
      | request | device |
      | left    | nic-1  |
      | right   | nic-0  |
    And nothing else changed

  Scenario: [6] Two shares that must be on different roots
    Given a claim "pair" with different "resource.kubernetes.io/pcieRoot" that asks for
      | request | class           | count | share        |
      | left    | net.example.com | 1     | bandwidth 5G |
      | right   | net.example.com | 1     | bandwidth 5G |
    When a pod "job" uses claim "pair"
    Then pod "job" runs on node "n1"
    And claim "pair" is allocated
      | request | device |
      | left    | nic-0  |
      | right   | nic-1  |
    And nothing else changed
