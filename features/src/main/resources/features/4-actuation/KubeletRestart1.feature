@driver @core @since:1.34 @kep:4381
Feature: KubeletRestart1 - A kubelet comes back and knows what it had prepared

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "job" uses claim "training"

  Scenario: [1] A running pod goes on
    When the kubelet of node "n1" restarts
    Then pod "job" runs on node "n1"
    And pool "n1" has 2 devices
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [2] A pod that was deleted meanwhile is unprepared
    Given the kubelet of node "n1" stops
    And pod "job" is deleted
    When the kubelet of node "n1" starts
    Then pod "job" is gone
    And pool "n1" has 2 devices
    And the driver of node "n1" was asked to
      | call      | claim    |
      | prepare   | training |
      | unprepare | training |
    And claim "training" is not allocated
    And nothing else changed
