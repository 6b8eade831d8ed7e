@api @control-plane @extended @since:1.36 @gate:DRAResourcePoolStatus @serves:resource.k8s.io/v1alpha3 @kep:5677
Feature: PoolStatus1 - How many devices are left

  Users cannot list the claims of others, so they cannot count what is free. Who creates a ResourcePoolStatusRequest gets the sums of
  each pool, once.

  Background:
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: gpus}
      spec:
        driver: gpu.example.com
        allNodes: true
        pool: {name: shelf, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}]
      """

  Scenario: [1] A request is answered
    When this is created
      """
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourcePoolStatusRequest
      metadata: {name: what-is-free}
      spec: {driver: gpu.example.com}
      """
    Then it says
      | field                            | value    |
      | status.poolCount                 | 1        |
      | status.pools[0].poolName         | shelf    |
      | status.pools[0].totalDevices     | 3        |
      | status.pools[0].availableDevices | 3        |
      | status.conditions[0].type        | Complete |
    And nothing else changed

  Scenario: [2] It is answered once: who wants to know again asks again
    Given this is created
      """
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourcePoolStatusRequest
      metadata: {name: what-is-free}
      spec: {driver: gpu.example.com}
      """
    And it says
      | field            | value |
      | status.poolCount | 1     |
    When it is replaced with
      | field         | value |
      | spec.poolName | shelf |
    Then the request is refused with 422 Invalid because of
      | cause             | field |
      | FieldValueInvalid | spec  |
    And nothing changed
