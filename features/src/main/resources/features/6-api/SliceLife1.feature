@api @driver @core @since:1.34 @kep:4381
Feature: SliceLife1 - What may change in a slice

  Whose devices a slice describes, and on which node, is what the slice is; it stays. Everything else may change.

  Background:
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: 5, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """

  Scenario: [1] Driver, pool and node stay
    When it is replaced with
      | field          | value           |
      | spec.driver    | nic.example.com |
      | spec.pool.name | n2              |
      | spec.nodeName  | n2              |
    Then the request is refused with 422 Invalid because of
      | cause             | field          |
      | FieldValueInvalid | spec.driver    |
      | FieldValueInvalid | spec.pool.name |
      | FieldValueInvalid | spec.nodeName  |
    And nothing changed

  Scenario: [2] Devices come and go, and even the generation of the pool may fall
    When it is replaced with
      | field                | value                          |
      | spec.devices         | [{name: gpu-1}, {name: gpu-2}] |
      | spec.pool.generation | 3                              |
    Then it says
      | field                | value |
      | spec.devices[1].name | gpu-2 |
      | spec.pool.generation | 3     |
      | metadata.generation  | 2     |
    And nothing else changed

  Scenario: [3] A label is no news about devices
    When it is replaced with
      | field                  | value  |
      | metadata.labels[owner] | team-a |
    Then it says
      | field               | value |
      | metadata.generation | 1     |
    And nothing else changed
