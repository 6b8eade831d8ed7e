@api @driver @core @since:1.34 @kep:4381
Feature: Versions1 - One object in every version of the API

  A slice or a claim is stored once and can be written and read in any version that is served. Nothing is lost on the way, but the shape
  differs: v1beta1 has its own.

  @serves:resource.k8s.io/v1beta1
  Scenario: [1] The flat request of v1beta1 is an exact one
    When this is created
      """
      apiVersion: resource.k8s.io/v1beta1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - {name: gpu, deviceClassName: gpu.example.com, count: 2}
      """
    Then it says in v1
      | field                                            | value           |
      | spec.devices.requests[0].exactly.deviceClassName | gpu.example.com |
      | spec.devices.requests[0].exactly.count           | 2               |
      | spec.devices.requests[0].exactly.allocationMode  | ExactCount      |
      | spec.devices.requests[0].count                   | absent          |
    And nothing else changed

  @serves:resource.k8s.io/v1beta1
  Scenario: [2] Alternatives have one shape everywhere
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - name: gpu
            firstAvailable: [{name: big, deviceClassName: big.example.com}, {name: small, deviceClassName: small.example.com, count: 2}]
      """
    Then it says in v1beta1
      | field                                            | value |
      | spec.devices.requests[0].firstAvailable[1].count | 2     |
      | spec.devices.requests[0].deviceClassName         | ""    |
    And nothing else changed

  @serves:resource.k8s.io/v1beta1
  Scenario: [3] What a device has is one level deeper in v1beta1
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        allNodes: true
        pool: {name: shared, generation: 1, resourceSliceCount: 1}
        devices:
        - name: gpu-0
          attributes: {model: {string: A100}}
          capacity: {memory: {value: 40Gi}}
      """
    Then it says in v1beta1
      | field                                          | value  |
      | spec.devices[0].basic.attributes[model].string | A100   |
      | spec.devices[0].basic.capacity[memory].value   | 40Gi   |
      | spec.devices[0].attributes                     | absent |
    And nothing else changed

  @serves:resource.k8s.io/v1beta1
  Scenario: [4] A request of v1beta1 may be refused by the name that v1 has for the field
    When this is created
      """
      apiVersion: resource.k8s.io/v1beta1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - {name: gpu, deviceClassName: GPU}
      """
    Then the request is refused with 422 Invalid because of
      | cause             | field                                            |
      | FieldValueInvalid | spec.devices.requests[0].exactly.deviceClassName |
    And nothing changed

  @serves:resource.k8s.io/v1beta1
  Scenario: [5] No node is not a node without a name
    When this is created
      """
      apiVersion: resource.k8s.io/v1beta1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        nodeName: ""
        allNodes: true
        pool: {name: shared, generation: 1, resourceSliceCount: 1}
      """
    Then it says in v1
      | field         | value  |
      | spec.nodeName | absent |
      | spec.allNodes | true   |
    And nothing else changed

  @serves:resource.k8s.io/v1beta2
  Scenario: [6] v1beta2 is v1 by another name
    When this is created
      """
      apiVersion: resource.k8s.io/v1beta2
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      spec: {extendedResourceName: example.com/gpu}
      """
    Then it says in v1
      | field                     | value              |
      | apiVersion                | resource.k8s.io/v1 |
      | spec.extendedResourceName | example.com/gpu    |
    And nothing else changed
