@api @control-plane @core @since:1.34 @kep:4381
Feature: ClaimStatus1 - Who got what is in the status

  The scheduler writes the allocation and who may use it, drivers write how the devices are. A claim and its status are written at two places, and
  neither touches the other.

  Background:
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training, finalizers: [resource.kubernetes.io/delete-protection]}
      spec:
        devices:
          requests:
          - name: gpu
            exactly: {deviceClassName: gpu.example.com}
      """

  Scenario: [1] A status that comes with the claim is not kept
    When it is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
      | metadata.labels[owner]            | team-a                                                             |
    Then it says
      | field                  | value  |
      | status.allocation      | absent |
      | metadata.labels[owner] | team-a |
    And nothing else changed

  Scenario: [2] Nothing but the status is kept of a status write
    When its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
      | metadata.labels[owner]            | team-a                                                             |
      | spec.devices.requests             | []                                                                 |
    Then it says
      | field                                       | value  |
      | status.allocation.devices.results[0].device | gpu-0  |
      | metadata.labels                             | absent |
      | spec.devices.requests[0].name               | gpu    |
    And nothing else changed

  Scenario: [3] Nobody can use what was not allocated
    When its status is replaced with
      | field                 | value                                     |
      | status.reservedFor[0] | {resource: pods, name: job, uid: the-job} |
    Then the request is refused with 422 Invalid because of
      | cause               | field              |
      | FieldValueForbidden | status.reservedFor |
    And nothing changed

  Scenario: [4] A result belongs to a request
    When its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: nic, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    Then the request is refused with 422 Invalid because of
      | cause             | field                                        |
      | FieldValueInvalid | status.allocation.devices.results[0].request |
    And nothing changed

  Scenario: [5] An allocation never changes
    Given its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    When its status is replaced with
      | field                                       | value |
      | status.allocation.devices.results[0].device | gpu-1 |
    Then the request is refused with 422 Invalid because of
      | cause             | field             |
      | FieldValueInvalid | status.allocation |
    And nothing changed

  Scenario: [6] A driver tells of devices that the claim has
    Given its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    When its status is replaced with
      | field             | value                                              |
      | status.devices[0] | {driver: gpu.example.com, pool: n1, device: gpu-1} |
    Then the request is refused with 422 Invalid because of
      | cause             | field             |
      | FieldValueInvalid | status.devices[0] |
    And nothing changed

  Scenario: [7] With the allocation goes what drivers told of its devices
    Given its status is replaced with
      | field                             | value                                                                       |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}]          |
      | status.devices[0]                 | {driver: gpu.example.com, pool: n1, device: gpu-0, data: {temperature: 61}} |
    When its status is replaced with
      | field             | value  |
      | status.allocation | absent |
    Then it says
      | field          | value  |
      | status.devices | absent |
    And nothing else changed
