@scheduler @extended @gate:GenericWorkload @gate:TopologyAwareWorkloadScheduling @serves:scheduling.k8s.io/v1beta1 @since:1.37 @kep:5732
Feature: GangTopology1 - A gang stays within one domain

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a node "n2" with hardware "h100-80gb:2"
    And a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] The domain where all find devices is chosen
    Given claim "theirs" holds device "gpu-0" of node "n1"
    And a gang "training" of at least 2 pods within one "kubernetes.io/hostname"
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then pod "a" runs on node "n2"
    And pod "b" runs on node "n2"
    And gang "training" is placed

  Scenario: [2] Enough devices, but in no domain: the gang waits
    Given claim "theirs" holds device "gpu-0" of node "n1"
    And claim "also-theirs" holds device "gpu-1" of node "n2"
    And a gang "training" of at least 2 pods within one "kubernetes.io/hostname"
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then gang "training" waits and says "0/2 placements are available"
    And the claim of pod "a" is not allocated
    And the claim of pod "b" is not allocated

  Scenario: [3] A rack with room, though there is more elsewhere
    Given a node "n3" with hardware "h100-80gb:2"
    And node "n1" has the label "example.com/rack" with "left"
    And node "n2" has the label "example.com/rack" with "right"
    And node "n3" has the label "example.com/rack" with "right"
    And a gang "training" of at least 3 pods within one "example.com/rack"
    When pods "a", "b" and "c" of gang "training" use template "one-gpu"
    Then pods "a", "b" and "c" run
    And gang "training" is placed
    And no device is in two claims

  Scenario: [4] A node of no rack is in no placement
    Given node "n1" has the label "example.com/rack" with "left"
    And claim "theirs" holds device "gpu-0" of node "n1"
    And a gang "training" of at least 2 pods within one "example.com/rack"
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then gang "training" waits and says "0/1 placements are available"
    And the claim of pod "a" is not allocated
    And the claim of pod "b" is not allocated
