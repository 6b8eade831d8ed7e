@scheduler @control-plane @extended @gate:GenericWorkload @gate:DRAWorkloadResourceClaims @serves:scheduling.k8s.io/v1beta1 @since:1.37 @kep:5729
Feature: GangClaims1 - The pods of a gang share devices

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] A claim that its pods name
    Given a claim "shared" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a gang "training" of at least 2 pods
    When pods "a" and "b" of gang "training" use claim "shared"
    Then pods "a" and "b" run
    And claim "shared" is reserved for pods "a" and "b"

  Scenario: [2] A claim of the gang itself: one for all pods
    Given a gang "training" of at least 2 pods that shares template "one-gpu"
    When pods "a" and "b" of gang "training" use template "one-gpu"
    Then pods "a" and "b" run
    And the claim of pod "a" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And the claim of pod "b" is allocated
      | request | device |
      | gpu     | gpu-0  |

  Scenario: [3] The gang keeps its claim until it is deleted
    Given a gang "training" of at least 2 pods that shares template "one-gpu"
    And pods "a" and "b" of gang "training" use template "one-gpu"
    And pod "a" is deleted
    Then pod "b" runs on node "n1"
    And the claim of pod "b" is allocated
      | request | device |
      | gpu     | gpu-0  |
