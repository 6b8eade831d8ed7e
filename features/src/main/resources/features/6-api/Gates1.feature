@api @driver @extended @since:1.37
Feature: Gates1 - What becomes of a field whose feature is off

  An alpha field is not refused while its feature gate is off; it is dropped, silently, as if it had not been written. A driver that
  does not look at what was stored does not notice.

  Background:
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """

  @gate-off:DRAOptionalNodeOperations @kep:5945
  Scenario: [1] Node operations that may be left out are dropped
    When it is created with
      | field                   | value                                          |
      | spec.skipNodeOperations | [NodePrepareResources, NodeUnprepareResources] |
    Then it says
      | field                   | value  |
      | spec.skipNodeOperations | absent |
    And nothing else changed

  @gate:DRAOptionalNodeOperations @kep:5945
  Scenario: [2] They are kept with the gate
    When it is created with
      | field                   | value                                          |
      | spec.skipNodeOperations | [NodePrepareResources, NodeUnprepareResources] |
    Then it says
      | field                   | value                                          |
      | spec.skipNodeOperations | [NodePrepareResources, NodeUnprepareResources] |
    And nothing else changed

  @gate-off:DRAListTypeAttributes @kep:5491
  Scenario: [3] A list that is dropped leaves an attribute without a value, which is refused
    When it is created with
      | field                             | value                               |
      | spec.devices[0].attributes[roots] | {strings: [pci0000:00, pci0000:80]} |
    Then the request is refused with 422 Invalid because of
      | cause             | field                             |
      | FieldValueInvalid | spec.devices[0].attributes[roots] |
    And nothing changed

  @gate:DRAListTypeAttributes @kep:5491
  Scenario: [4] With the gate an attribute has many values of one type
    When it is created with
      | field                             | value                               |
      | spec.devices[0].attributes[roots] | {strings: [pci0000:00, pci0000:80]} |
    Then it says
      | field                                        | value      |
      | spec.devices[0].attributes[roots].strings[1] | pci0000:80 |
    And nothing else changed

  @gate-off:DRADerivedAttributes @kep:6080
  Scenario: [5] Derived attributes are dropped from a claim
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: pair}
      spec:
        devices:
          requests:
          - name: gpu
            exactly:
              deviceClassName: gpu.example.com
              count: 2
              derivedAttributes: [{name: example.com/board, expression: 'device.attributes["gpu.example.com"].slot / 2'}]
          constraints: [{matchAttribute: example.com/board}]
      """
    When it is created
    Then it says
      | field                                              | value             |
      | spec.devices.requests[0].exactly.derivedAttributes | absent            |
      | spec.devices.constraints[0].matchAttribute         | example.com/board |
    And nothing else changed

  @gate:DRAOptionalNodeOperations @kep:5945
  Scenario: [6] What was stored while the gate was on is kept, but no longer added
    Given it is created with
      | field                   | value                                          |
      | spec.skipNodeOperations | [NodePrepareResources, NodeUnprepareResources] |
    And the feature gate "DRAOptionalNodeOperations" is switched off
    When it is replaced with
      | field                | value |
      | spec.pool.generation | 2     |
    Then it says
      | field                   | value                                          |
      | spec.skipNodeOperations | [NodePrepareResources, NodeUnprepareResources] |
      | spec.pool.generation    | 2                                              |
    And nothing else changed
