@scheduler @control-plane @core @since:1.34 @kep:4381
Feature: LateArrivals1 - What a pod needs may come after the pod

  Background:
    Given a node "n1" with hardware "h100-80gb:1"

  Scenario: [1] The claim
    Given a pod "job" uses claim "training"
    And pod "job" is not even tried
    When a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    Then pod "job" runs on node "n1"
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [2] The template
    Given a pod "job" uses template "one-gpu"
    And pod "job" is not even tried
    When a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    Then pod "job" runs on node "n1"
    And the claim of pod "job" is allocated
      | request | device |
      | gpu     | gpu-0  |

  Scenario: [3] The class
    Given a claim "training" that asks for
      | request | class | count |
      | gpu     | late  | 1     |
    And a pod "job" uses claim "training"
    And pod "job" waits and says "request gpu: device class late does not exist."
    When a class "late" that selects "device.driver == 'gpu.nvidia.com'"
    Then pod "job" runs on node "n1"
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [4] A claim that is deleted in use stays until its pod is gone
    Given a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "job" uses claim "training"
    And pod "job" runs on node "n1"
    And claim "training" is deleted
    And claim "training" is reserved for pod "job"
    When pod "job" is deleted
    Then pod "job" is gone
    And claim "training" is gone
    And nothing else changed
