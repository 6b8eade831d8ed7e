@control-plane @core @since:1.34 @kep:4381
Feature: Templates1 - Every pod gets a claim of its own

  A pod that names a template gets a new claim, which belongs to the pod: it is made before the pod is placed and goes when the pod goes.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim template "one-gpu" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] Two pods of one template have two claims
    Given a pod "a" uses template "one-gpu"
    When a pod "b" uses template "one-gpu"
    Then pods "a" and "b" run
    And the claim of pod "a" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And the claim of pod "b" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And nothing else changed

  Scenario: [2] The claim goes with its pod and the device is free again
    Given a pod "a" uses template "one-gpu"
    When pod "a" is deleted
    Then pod "a" is gone
    And the claim of pod "a" is gone
    And nothing else changed

  Scenario: [3] A pod whose template is missing is not even tried
    When a pod "a" uses template "no-such-template"
    Then pod "a" is not even tried
    And nothing else changed
