@scheduler @extended @gate:DRAConsumableCapacity @since:1.34 @kep:5075
Feature: SharesOfNic1 - Shares of the bandwidth of a NIC

  A NIC that several claims may use says how its bandwidth is divided: in steps of 100 Mb/s, 1 Gb/s if a claim does not say. Each share is taken
  from what is left.

  Background:
    Given a node "n1" with hardware "nic-40g-shared:1"

  Scenario: [1] Two shares that fit
    Given a claim "pair" that asks for
      | request | class           | count | share         |
      | left    | net.example.com | 1     | bandwidth 25G |
      | right   | net.example.com | 1     | bandwidth 15G |
    When a pod "job" uses claim "pair"
    Then pod "job" runs on node "n1"
    And claim "pair" is allocated
      | request | device |
      | left    | nic-0  |
      | right   | nic-0  |
    And nothing else changed

  Scenario: [2] A share that is too large for what is left waits
    Given a claim "first" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 25G |
    And a claim "second" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 16G |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And claim "second" is not allocated
    And nothing else changed

  Scenario: [3] A share between two steps takes the next one
    Given a claim "first" that asks for
      | request | class           | count | share           |
      | nic     | net.example.com | 1     | bandwidth 24950M |
    And a claim "second" that asks for
      | request | class           | count | share           |
      | nic     | net.example.com | 1     | bandwidth 15050M |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [4] Who names no share takes 1 Gb/s
    Given a claim "first" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 39G |
    And a claim "second" that asks for
      | request | class           | count |
      | nic     | net.example.com | 1     |
    And a pod "early" uses claim "first"
    When a pod "late" uses claim "second"
    Then pod "late" runs on node "n1"
    And claim "second" is allocated
      | request | device |
      | nic     | nic-0  |
    And nothing else changed

  Scenario: [5] More than a NIC has is never given
    Given a claim "huge" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 1     | bandwidth 41G |
    When a pod "job" uses claim "huge"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [6] A request for two devices does not get one twice
    Given a claim "pair" that asks for
      | request | class           | count | share         |
      | nic     | net.example.com | 2     | bandwidth 10G |
    When a pod "job" uses claim "pair"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed
