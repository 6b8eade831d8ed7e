@scheduler @core @gate:DRAPrioritizedList @since:1.34 @kep:4816
Feature: PrioritizedList1 - Take the best alternative that fits

  A request can rank alternatives. The scheduler takes the first one that some node can satisfy together with everything else in the
  claim, so that scarce hardware is used when it is free and work still starts when it is not.

  Background:
    Given a node "n1" with hardware "a100-80gb:1"
    And a node "n2" with hardware "a100-40gb:4"
    And a claim "training" that asks for the first available of
      | alternative | class          | count | where                   |
      | big         | gpu.nvidia.com | 1     | memory is at least 75Gi |
      | pair        | gpu.nvidia.com | 2     | memory is at least 35Gi |

  Scenario: [1] The first alternative is taken while it is free
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu/big | gpu-0  |
    And nothing else changed

  Scenario: [2] The next alternative is taken when the first is in use
    Given claim "other" holds device "gpu-0" of node "n1"
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n2"
    And claim "training" is allocated
      | request  | device |
      | gpu/pair | gpu-0  |
      | gpu/pair | gpu-1  |
    And nothing else changed

  Scenario: [3] When no alternative fits the pod waits
    Given claim "other" holds device "gpu-0" of node "n1"
    And node "n2" is cordoned
    When a pod "job" uses claim "training"
    Then pod "job" waits and says "0/2 nodes are available: 1 cannot allocate all claims, 1 node(s) were unschedulable."
    And claim "training" is not allocated
    And nothing else changed
