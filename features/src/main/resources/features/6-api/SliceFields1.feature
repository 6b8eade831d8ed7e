@api @driver @core @since:1.34 @kep:4381
Feature: SliceFields1 - What a slice may say

  A driver describes its devices in ResourceSlices. The server looks at every field before anything is stored, says which field is
  wrong, and keeps nothing of a slice that it refuses.

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

  Scenario: [1] An attribute is a number, a boolean, a text or a version, and a capacity is a quantity
    When it is created with
      | field                                              | value              |
      | spec.devices[0].attributes[index]                  | {int: 0}           |
      | spec.devices[0].attributes[ecc]                    | {bool: true}       |
      | spec.devices[0].attributes[model]                  | {string: A100}     |
      | spec.devices[0].attributes[gpu.example.com/driver] | {version: 550.5.0} |
      | spec.devices[0].capacity[memory]                   | {value: 40Gi}      |
    Then it says
      | field                                    | value |
      | spec.devices[0].attributes[model].string | A100  |
      | spec.devices[0].capacity[memory].value   | 40Gi  |
      | metadata.generation                      | 1     |
    And nothing else changed

  Scenario: [2] An attribute has one value and not two, and a version has three numbers
    When it is created with
      | field                              | value                 |
      | spec.devices[0].attributes[none]   | {}                    |
      | spec.devices[0].attributes[both]   | {int: 1, string: one} |
      | spec.devices[0].attributes[driver] | {version: "550.54"}   |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                      |
      | FieldValueInvalid | spec.devices[0].attributes[none]           |
      | FieldValueInvalid | spec.devices[0].attributes[both]           |
      | FieldValueInvalid | spec.devices[0].attributes[driver].version |
    And nothing changed

  Scenario: [3] A name is a C identifier, so that selectors can say it
    When it is created with
      | field                                    | value    |
      | spec.devices[0].attributes[memory-clock] | {int: 1} |
    Then the request is refused with 422 Invalid because of
      | cause             | field                      |
      | FieldValueInvalid | spec.devices[0].attributes |
    And nothing changed

  Scenario: [4] A slice has room for 128 devices
    When it is created with 129 copies of "spec.devices"
    Then the request is refused with 422 Invalid because of
      | cause             | field        |
      | FieldValueTooMany | spec.devices |
    And nothing changed

  Scenario: [5] But only for 64 when one of them has a taint
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        nodeName: n1
        pool: {name: n1, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu, taints: [{key: example.com/hot, effect: NoSchedule}]}]
      """
    When it is created with 65 copies of "spec.devices"
    Then the request is refused with 422 Invalid because of
      | cause             | field        |
      | FieldValueTooMany | spec.devices |
    And nothing changed

  Scenario: [6] A taint without a time gets the time of the server
    When it is created with
      | field                     | value                                     |
      | spec.devices[0].taints[0] | {key: example.com/hot, effect: NoExecute} |
    Then it says
      | field                               | value   |
      | spec.devices[0].taints[0].timeAdded | present |
    And nothing else changed

  Scenario: [7] A taint has a key, and its effect is one of three
    When it is created with
      | field                     | value                                |
      | spec.devices[0].taints[0] | {effect: NoSchedule}                 |
      | spec.devices[0].taints[1] | {key: example.com/hot, effect: Burn} |
    Then the request is refused with 422 Invalid because of
      | cause                  | field                            |
      | FieldValueInvalid      | spec.devices[0].taints[0].key    |
      | FieldValueNotSupported | spec.devices[0].taints[1].effect |
    And nothing changed

  Scenario: [8] The slice says once whose devices these are
    When it is created with
      | field         | value |
      | spec.allNodes | true  |
    Then the request is refused with 422 Invalid because of
      | cause             | field |
      | FieldValueInvalid | spec  |
    And nothing changed

  @gate:DRAPartitionableDevices @kep:4815
  Scenario: [9] Counters are in slices of their own
    When it is created with
      | field                  | value                                             |
      | spec.sharedCounters[0] | {name: card-0, counters: {memory: {value: 80Gi}}} |
    Then the request is refused with 422 Invalid because of
      | cause             | field |
      | FieldValueInvalid | spec  |
    And nothing changed

  @gate:DRAConsumableCapacity @kep:5075
  Scenario: [10] Only a device that may be shared has a policy for shares
    When it is created with
      | field                                             | value         |
      | spec.devices[0].capacity[bandwidth].value         | 40G           |
      | spec.devices[0].capacity[bandwidth].requestPolicy | {default: 1G} |
    Then the request is refused with 422 Invalid because of
      | cause               | field                                             |
      | FieldValueForbidden | spec.devices[0].capacity[bandwidth].requestPolicy |
    And nothing changed

  @gate:DRAConsumableCapacity @kep:5075
  Scenario: [11] The share that is given by default keeps to the range
    When it is created with
      | field                                                        | value     |
      | spec.devices[0].allowMultipleAllocations                     | true      |
      | spec.devices[0].capacity[bandwidth].value                    | 40G       |
      | spec.devices[0].capacity[bandwidth].requestPolicy.default    | 1G        |
      | spec.devices[0].capacity[bandwidth].requestPolicy.validRange | {min: 2G} |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                                                |
      | FieldValueInvalid | spec.devices[0].capacity[bandwidth].requestPolicy.validRange.default |
    And nothing changed

  @gate:DRADeviceBindingConditions @kep:5007
  Scenario: [12] Whoever can be waited for must be able to fail
    When it is created with
      | field                             | value                  |
      | spec.devices[0].bindingConditions | [example.com/attached] |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                    |
      | FieldValueInvalid | spec.devices[0].bindingFailureConditions |
    And nothing changed
