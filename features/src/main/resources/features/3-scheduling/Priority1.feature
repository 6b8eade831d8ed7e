@scheduler @core @since:1.34 @kep:4381
Feature: Priority1 - Important pods drive others out for room, never for devices

  Background:
    Given a node "n1" with hardware "h100-80gb:1"
    And a priority "low" of 10
    And a priority "high" of 1000
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] For room on the node
    Given a pod "batch" of priority "low" asks for 60 cpu
    When a pod "urgent" of priority "high" asks for 60 cpu
    Then pod "urgent" runs on node "n1"
    And pod "batch" is gone
    And nothing else changed

  Scenario: [2] Not for a device
    Given a claim "urgent" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |
    And a pod "batch" of priority "low" asks for 1 cpu and uses claim "training"
    When a pod "urgent" of priority "high" asks for 1 cpu and uses claim "urgent"
    Then pod "urgent" waits and says "1 cannot allocate all claims. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling."
    And pod "batch" runs on node "n1"
    And nothing else changed

  Scenario: [3] Who is driven out gives the device back
    Given a pod "batch" of priority "low" asks for 60 cpu and uses claim "training"
    When a pod "urgent" of priority "high" asks for 60 cpu
    Then pod "urgent" runs on node "n1"
    And pod "batch" is gone
    And claim "training" is reserved for nobody
    And claim "training" is not allocated
    And nothing else changed

  Scenario: [4] With a claim for a free device, for room on the node
    Given a pod "batch" of priority "low" asks for 60 cpu
    When a pod "urgent" of priority "high" asks for 60 cpu and uses claim "training"
    Then pod "urgent" runs on node "n1"
    And claim "training" is reserved for pod "urgent"
    And pod "batch" is gone
    And nothing else changed

  Scenario: [5] Never by pods that do not want to
    Given a pod "batch" of priority "low" asks for 60 cpu
    And this is created
      """
      apiVersion: scheduling.k8s.io/v1
      kind: PriorityClass
      metadata: {name: patient}
      value: 2000
      preemptionPolicy: Never
      """
    When a pod "later" of priority "patient" asks for 60 cpu
    Then pod "later" waits and says "preemption: not eligible due to preemptionPolicy=Never."
    And pod "batch" runs on node "n1"
    And nothing else changed
