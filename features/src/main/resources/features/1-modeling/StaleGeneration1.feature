@driver @core @since:1.34 @kep:4381
Feature: StaleGeneration1 - Only the newest generation of a pool counts

  A driver that changes its devices publishes them under a higher generation. A slice that is left over from an older one is ignored, whatever
  it says.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "training" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 2     |

  Scenario: [1] A device that the new generation no longer has is not given out
    Given the driver of node "n1" replaces device "gpu-1" by "gpu-9" in generation 2
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | device |
      | gpu     | gpu-0  |
      | gpu     | gpu-9  |
    And nothing else changed

  Scenario: [2] A slice left behind by an older generation adds nothing
    Given the driver of node "n1" publishes generation 2 and leaves a slice of generation 1 with device "ghost" behind
    And a claim "three" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 3     |
    When a pod "job" uses claim "three"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed
