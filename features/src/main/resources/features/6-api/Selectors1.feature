@api @control-plane @core @since:1.34 @kep:4381
Feature: Selectors1 - A selector is compiled before it is stored

  Selectors are CEL. The server compiles them in the environment of its version and says at which line and column it stopped; what would
  take too long is refused before anybody runs it. What a device lacks shows only when the selector meets the device.

  Background:
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      spec:
        selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]
      """

  Scenario: [1] Not CEL at all
    When it is created with
      | field                            | value                   |
      | spec.selectors[0].cel.expression | 'device.driver == gpu.' |
    Then the request is refused with 422 Invalid because of
      | cause             | field                            |
      | FieldValueInvalid | spec.selectors[0].cel.expression |
    And it points at line 1, column 22 of the expression
    And nothing changed

  Scenario: [2] A field that devices do not have
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      spec:
        selectors:
        - cel:
            expression: |-
              device.driver == "gpu.example.com"
                && device.model == "A100"
      """
    Then the request is refused with 422 Invalid because of
      | cause             | field                            |
      | FieldValueInvalid | spec.selectors[0].cel.expression |
    And it points at line 2, column 12 of the expression
    And nothing changed

  Scenario: [3] Values that cannot be compared
    When it is created with
      | field                            | value                                           |
      | spec.selectors[0].cel.expression | device.capacity["gpu.example.com"].memory >= 40 |
    Then the request is refused with 422 Invalid because of
      | cause             | field                            |
      | FieldValueInvalid | spec.selectors[0].cel.expression |
    And it points at line 1, column 43 of the expression
    And nothing changed

  Scenario: [4] An answer that is not yes or no
    When it is created with
      | field                            | value         |
      | spec.selectors[0].cel.expression | device.driver |
    Then the request is refused with 422 Invalid because of
      | cause             | field                            |
      | FieldValueInvalid | spec.selectors[0].cel.expression |
    And nothing changed

  Scenario: [5] Four loops over everything would take too long
    When it is created with
      | field                            | value                                                                                                        |
      | spec.selectors[0].cel.expression | device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, true)))) |
    Then the request is refused with 422 Invalid because of
      | cause               | field                            |
      | FieldValueForbidden | spec.selectors[0].cel.expression |
    And nothing changed

  Scenario: [6] Attributes that no device may have are not the server's to judge
    When it is created with
      | field                            | value                                                  |
      | spec.selectors[0].cel.expression | device.attributes["no.such.driver"].flavour == "sweet" |
    Then it says
      | field                            | value                                                  |
      | spec.selectors[0].cel.expression | device.attributes["no.such.driver"].flavour == "sweet" |
    And nothing else changed
