@driver @core @own-hardware @since:1.34 @kep:4381
Feature: YourHardware1 - What you publish, Kubernetes can use

  Plays with the hardware that was named on the command line: a model of the zoo, or ResourceSlices as a cluster prints them. A scenario that
  this hardware cannot fit says why.

  Background:
    Given the hardware under test

  Scenario: [1] Everything is accepted and every pool is whole
    Then all of its devices are published in whole pools

  Scenario: [2] A pod gets a device of each driver
    When a pod "user" asks for one device of each of its drivers
    Then pod "user" runs
    And no device is in two claims

  Scenario: [3] A pod gets every device of a node
    When a pod "greedy" asks for all devices of its first driver
    Then pod "greedy" runs
    And no device is in two claims

  Scenario: [4] What no device has leaves the pod waiting
    When a pod "dreamer" asks for a device that none of its drivers has
    Then pod "dreamer" waits and says "cannot allocate all claims"
