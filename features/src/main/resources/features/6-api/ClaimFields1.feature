@api @control-plane @core @since:1.34 @kep:4381
Feature: ClaimFields1 - What a claim may ask for

  The server fills in what a claim leaves out and refuses what cannot be meant. After that, what was asked for never changes.

  Background:
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - name: gpu
            exactly: {deviceClassName: gpu.example.com}
      """

  Scenario: [1] A request that says no number is for exactly one device
    When it is created
    Then it says
      | field                                           | value      |
      | spec.devices.requests[0].exactly.allocationMode | ExactCount |
      | spec.devices.requests[0].exactly.count          | 1          |
    And nothing else changed

  Scenario: [2] All devices have no number
    When it is created with
      | field                            | value                                                             |
      | spec.devices.requests[0].exactly | {deviceClassName: gpu.example.com, allocationMode: All, count: 2} |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                  |
      | FieldValueInvalid | spec.devices.requests[0].exactly.count |
    And nothing changed

  Scenario: [3] A request is exact or a list of alternatives, not both
    When it is created with
      | field                                   | value                                           |
      | spec.devices.requests[0].firstAvailable | [{name: big, deviceClassName: gpu.example.com}] |
    Then the request is refused with 422 Invalid because of
      | cause             | field                    |
      | FieldValueInvalid | spec.devices.requests[0] |
    And nothing changed

  Scenario: [4] Constraints and configuration name requests that are there
    When it is created with
      | field                    | value                                                                                   |
      | spec.devices.constraints | [{requests: [nic], matchAttribute: resource.kubernetes.io/pcieRoot}]                    |
      | spec.devices.config      | [{requests: [gpu, tpu], opaque: {driver: gpu.example.com, parameters: {mode: shared}}}] |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                   |
      | FieldValueInvalid | spec.devices.constraints[0].requests[0] |
      | FieldValueInvalid | spec.devices.config[0].requests[1]      |
    And nothing changed

  Scenario: [5] A constraint compares attributes by their full names
    When it is created with
      | field                    | value                        |
      | spec.devices.constraints | [{matchAttribute: numaNode}] |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                      |
      | FieldValueInvalid | spec.devices.constraints[0].matchAttribute |
    And nothing changed

  Scenario: [6] What was asked for stays
    Given it is created
    When it is replaced with
      | field                                  | value |
      | spec.devices.requests[0].exactly.count | 2     |
    Then the request is refused with 422 Invalid because of
      | cause             | field |
      | FieldValueInvalid | spec  |
    And nothing changed

  Scenario: [7] At most 32 requests
    When it is created with 33 copies of "spec.devices.requests"
    Then the request is refused with 422 Invalid because of
      | cause             | field                 |
      | FieldValueTooMany | spec.devices.requests |
    And nothing changed
