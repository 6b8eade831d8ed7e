@scheduler @extended @since:1.34 @kep:4381
Feature: TwoSchedulers1 - Two schedulers over one pool

  Nothing in the API keeps a device from being written into two claims: that is the promise of the one scheduler. Where there are two, each must see what the other has
  written, and in the moment before that both may give the same device away.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And a claim "ours" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] What the other has written is respected
    Given claim "theirs" holds device "gpu-0" of node "n1"
    When a pod "job" uses claim "ours"
    Then pod "job" runs on node "n1"
    And claim "ours" is allocated
      | request | device |
      | gpu     | gpu-1  |
    And no device is in two claims
    And nothing else changed

  Scenario: [2] The API admits what the other gives away a second time, and the auditor names it
    Given a pod "job" uses claim "ours"
    And claim "ours" is allocated
      | request | device |
      | gpu     | gpu-0  |
    When claim "theirs" holds device "gpu-0" of node "n1"
    Then claim "theirs" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And the auditor finds device "gpu-0" of node "n1" in two claims
    And nothing else changed
