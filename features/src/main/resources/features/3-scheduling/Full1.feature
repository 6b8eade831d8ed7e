@scheduler @core @since:1.34 @kep:4381
Feature: Full1 - A pod waits until devices are free

  When all devices are in use a pod waits and says so. It starts by itself as soon as somebody gives up what it needs.

  Background:
    Given a node "n1" with hardware "h100-80gb:1"
    And a pod "first" asks for 1 device of class "gpu.nvidia.com"

  Scenario: [1] The one who comes too late waits
    When a pod "second" asks for 1 device of class "gpu.nvidia.com"
    Then pod "second" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And the claim of pod "second" is not allocated
    And nothing else changed

  Scenario: [2] The one who waits starts when the device is free
    Given a pod "second" asks for 1 device of class "gpu.nvidia.com"
    When pod "first" is deleted
    Then pod "second" runs on node "n1"
    And the claim of pod "second" is allocated
      | request | device |
      | device  | gpu-0  |
    And pod "first" is gone
    And the claim of pod "first" is gone
    And nothing else changed

  Scenario: [3] The one who waits starts when a node joins
    Given a pod "second" asks for 1 device of class "gpu.nvidia.com"
    When a node "n2" with hardware "h100-80gb:1" joins
    Then pod "second" runs on node "n2"
    And the claim of pod "second" is allocated
      | request | pool | device |
      | device  | n2   | gpu-0  |
    And pool "n2" has 1 device in generation 1
    And nothing else changed
