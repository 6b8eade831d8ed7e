@control-plane @core @since:1.34 @kep:4381
Feature: BrokenRequest1 - A claim that cannot mean anything is refused

  The server compiles selectors and checks requests when a claim is created, so that a mistake is met by its author and not by the scheduler.

  Scenario: [1] A selector that is no CEL
    When a claim "broken" that asks for
      | request | class          | count | where                    |
      | gpu     | gpu.nvidia.com | 1     | `device.driver == `      |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                                       |
      | FieldValueInvalid | spec.devices.requests[0].exactly.selectors[0].cel.expression |
    And nothing changed

  Scenario: [2] A selector that does not say yes or no
    When a claim "broken" that asks for
      | request | class          | count | where           |
      | gpu     | gpu.nvidia.com | 1     | `device.driver` |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                                       |
      | FieldValueInvalid | spec.devices.requests[0].exactly.selectors[0].cel.expression |
    And nothing changed

  Scenario: [3] Two requests of one name, one without a class
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: broken}
      spec:
        devices:
          requests:
          - {name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}
          - {name: gpu, exactly: {}}
      """
    Then the request is refused with 422 Invalid because of
      | cause               | field                                            |
      | FieldValueDuplicate | spec.devices.requests[1]                         |
      | FieldValueRequired  | spec.devices.requests[1].exactly.deviceClassName |
    And nothing changed

  Scenario: [4] More than eight alternatives
    When a claim "greedy" with 9 alternatives in request "gpu" is created
    Then the request is refused with 422 Invalid because of
      | cause             | field                                   |
      | FieldValueTooMany | spec.devices.requests[0].firstAvailable |
    And nothing changed
