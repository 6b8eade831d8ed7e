@scheduler @extended @gate:GenericWorkload @serves:scheduling.k8s.io/v1beta1 @since:1.37 @kep:4671
Feature: Gang1 - All pods of a gang are placed, or none

  A gang says how many of its pods must run together. Until so many can be placed none is, and nothing is held for them meanwhile.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] Room for all
    Given a gang "training" of at least 2 pods
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then pods "a" and "b" run
    And gang "training" is placed
    And no device is in two claims

  Scenario: [2] Too few devices: no pod is placed and no device is held
    Given a gang "training" of at least 3 pods
    When pods "a", "b" and "c" of gang "training" use template "one-gpu"
    Then gang "training" waits and says "minCount (3) cannot be satisfied: 2 scheduled, 0 remaining"
    And pod "c" waits and says "1 cannot allocate all claims."
    And the claim of pod "a" is not allocated
    And the claim of pod "b" is not allocated

  Scenario: [3] Too few pods: nobody is tried
    Given a gang "training" of at least 3 pods
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then pod "a" is not even tried
    And pod "b" is not even tried

  Scenario: [4] The last member brings the others on their way
    Given a gang "training" of at least 2 pods
    And pods "a" of gang "training" use template "one-gpu"
    When pods "b" of gang "training" use template "one-gpu"
    Then pods "a" and "b" run
    And gang "training" is placed

  Scenario: [5] A node that joins makes room for all
    Given a gang "training" of at least 3 pods
    And pods "a", "b" and "c" of gang "training" use template "one-gpu"
    When a node "n2" with hardware "h100-80gb:1" joins
    Then pods "a", "b" and "c" run
    And gang "training" is placed

  Scenario: [6] What a gang cannot use is for others
    Given a gang "training" of at least 3 pods
    And pods "a", "b" and "c" of gang "training" use template "one-gpu"
    When a pod "single" uses template "one-gpu"
    Then pod "single" runs on node "n1"
    And the claim of pod "a" is not allocated

  Scenario: [7] More pods than are needed: as many as fit
    Given a gang "training" of at least 2 pods
    When pods "a", "b" and "c" of gang "training" use template "one-gpu"
    Then pods "a" and "b" run
    And pod "c" waits and says "1 cannot allocate all claims."
    And gang "training" is placed

  Scenario: [8] A gang that fits only if an earlier choice is taken back
    Given our scheduler decides
    And the driver of node "n1" taints device "gpu-1" with "example.com/worn" NoSchedule
    And a claim "modest" that asks for
      | request | class          | count | tolerates        |
      | gpu     | gpu.nvidia.com | 1     | example.com/worn |
    And a claim "strict" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a gang "training" of at least 2 pods
    And pods "a" of gang "training" use claim "modest"
    When pods "b" of gang "training" use claim "strict"
    Then pods "a" and "b" run
    And claim "modest" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And claim "strict" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And gang "training" is placed
