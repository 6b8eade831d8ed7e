@scheduler @core @since:1.34 @kep:4381
Feature: SameRoot1 - A GPU and a NIC on one PCIe root

  A constraint names an attribute that all devices of a claim must share, over requests and over drivers. The scheduler goes on looking until a
  pair agrees.

  Background:
    Given a node "n1" with hardware "h100-80gb:8" and "nic-100g:2"

  Scenario: [1] The pair is chosen together
    Given a claim "training" with equal "resource.kubernetes.io/pcieRoot" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
      | nic     | dra.net        | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And the devices of claim "training" agree in "resource.kubernetes.io/pcieRoot"
    And nothing else changed

  Scenario: [2] Without a common root nothing is given
    Given a claim "training" with equal "resource.kubernetes.io/pcieRoot" that asks for
      | request | class          | count | where                                |
      | gpu     | gpu.nvidia.com | 1     | resource.kubernetes.io/numaNode is 0 |
      | nic     | dra.net        | 1     | resource.kubernetes.io/numaNode is 1 |
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed
