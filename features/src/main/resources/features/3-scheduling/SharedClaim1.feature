@scheduler @core @since:1.34 @kep:4381
Feature: SharedClaim1 - Containers and pods share one claim

  Whoever names a claim uses the same devices. The claim lists its users, and it gives its devices back when the last one is gone.

  Background:
    Given a node "n1" with hardware "h100-80gb:1"
    And a claim "shared" that asks for
      | request | class          | count |
      | gpu     | gpu.nvidia.com | 1     |

  Scenario: [1] Two containers of one pod
    When a pod "job" whose containers "trainer" and "monitor" share claim "shared"
    Then pod "job" runs on node "n1"
    And claim "shared" is reserved for pod "job"
    And containers "trainer" and "monitor" of pod "job" see the devices of claim "shared"
    And nothing else changed

  Scenario: [2] Two pods
    Given a pod "first" uses claim "shared"
    When a pod "second" uses claim "shared"
    Then pod "second" runs on node "n1"
    And claim "shared" is reserved for pods "first" and "second"
    And nothing else changed

  Scenario: [3] The claim stays while one user is left
    Given a pod "first" uses claim "shared"
    And a pod "second" uses claim "shared"
    When pod "first" is deleted
    Then claim "shared" is reserved for pod "second"
    And pod "first" is gone
    And nothing else changed

  Scenario: [4] The devices are free when the last user is gone
    Given a pod "first" uses claim "shared"
    When pod "first" is deleted
    Then pod "first" is gone
    And claim "shared" is reserved for nobody
    And claim "shared" is not allocated
    And nothing else changed
