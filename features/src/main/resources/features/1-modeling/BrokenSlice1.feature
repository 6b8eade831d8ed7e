@driver @core @since:1.34 @kep:4381
Feature: BrokenSlice1 - A slice that breaks a rule is refused where it breaks it

  The server says for each fault which field is wrong. Nothing of a refused slice is kept.

  Scenario: [1] A device name must be a DNS label
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: broken}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: 1, resourceSliceCount: 1}
        devices: [{name: GPU_0}]
      """
    Then the request is refused with 422 Invalid because of
      | cause             | field                |
      | FieldValueInvalid | spec.devices[0].name |
    And nothing changed

  Scenario: [2] Two devices of a slice cannot have one name
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: broken}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}, {name: gpu-0}]
      """
    Then the request is refused with 422 Invalid because of
      | cause               | field           |
      | FieldValueDuplicate | spec.devices[1] |
    And nothing changed

  Scenario: [3] A slice must say which nodes reach its devices
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: broken}
      spec:
        driver: gpu.example.com
        pool: {name: n1, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """
    Then the request is refused with 422 Invalid because of
      | cause              | field |
      | FieldValueRequired | spec  |
    And nothing changed

  Scenario: [4] All faults are told at once
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: broken}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: -1, resourceSliceCount: 0}
        devices:
        - name: gpu-0
          attributes: {version: {version: "1.2"}, both: {int: 1, bool: true}}
      """
    Then the request is refused with 422 Invalid because of
      | cause             | field                                       |
      | FieldValueInvalid | spec.pool.resourceSliceCount                |
      | FieldValueInvalid | spec.pool.generation                        |
      | FieldValueInvalid | spec.devices[0].attributes[version].version |
      | FieldValueInvalid | spec.devices[0].attributes[both]            |
    And nothing changed
