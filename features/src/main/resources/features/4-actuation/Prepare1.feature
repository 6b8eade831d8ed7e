@driver @core @since:1.34 @kep:4381
Feature: Prepare1 - The driver prepares what was allocated before a pod starts

  The kubelet asks each driver to prepare the devices of a claim before the containers start, and to unprepare them after the last one has
  ended. Both may be asked again and must give the same answer.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] Prepared before the pod runs
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And the driver of node "n1" was asked to
      | call    | claim    |
      | prepare | training |
    And containers "main" of pod "job" see the devices of claim "training"
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [2] Unprepared when the pod is gone
    Given a pod "job" uses claim "training"
    When pod "job" is deleted
    Then pod "job" is gone
    And the driver of node "n1" was asked to
      | call      | claim    |
      | prepare   | training |
      | unprepare | training |
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [3] A claim of two pods is unprepared after the second
    Given a pod "first" uses claim "training"
    And a pod "second" uses claim "training"
    And pod "first" is deleted
    When pod "second" is deleted
    Then pod "second" is gone
    And the driver of node "n1" was asked to
      | call      | claim    |
      | prepare   | training |
      | unprepare | training |
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [4] A driver that cannot prepare keeps the pod from starting
    Given the driver of node "n1" answers prepare with "out of order"
    When a pod "job" uses claim "training"
    Then pod "job" is bound to node "n1" but does not start
    And claim "training" is reserved for pod "job"
    And nothing else changed

  Scenario: [5] The pod starts once the driver can
    Given the driver of node "n1" answers prepare with "out of order"
    And a pod "job" uses claim "training"
    When the driver of node "n1" is repaired
    Then pod "job" runs on node "n1"
    And nothing else changed
