@api @control-plane @core @roles @gate:DRAResourceClaimGranularStatusAuthorization @since:1.36 @kep:4817
Feature: StatusAuthority1 - Who may write which part of a claim's status

  The right to write a status is not enough. Who binds claims needs the right on resourceclaims/binding in the whole cluster, who reports on devices
  that on resourceclaims/driver for the driver, everywhere or where its pod runs. What is missing is said of the field.

  Background:
    Given user "alice" may
      | verbs       | resource              |
      | get, update | resourceclaims        |
      | get, update | resourceclaims/status |
    And service account "driver" may
      | verbs       | resource              |
      | get, update | resourceclaims        |
      | get, update | resourceclaims/status |
    And this is created
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

  Scenario: [1] Who may only write the status cannot bind
    Given what follows is done by user "alice"
    When its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    Then the request is refused with 422 Invalid because of
      | cause               | field             |
      | FieldValueForbidden | status.allocation |
    And nothing changed

  Scenario: [2] Who may bind can
    Given user "alice" may
      | verbs  | resource               |
      | update | resourceclaims/binding |
    And what follows is done by user "alice"
    When its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    Then it says
      | field                                       | value |
      | status.allocation.devices.results[0].device | gpu-0 |
    And nothing else changed

  Scenario: [3] To reserve is to bind
    Given its status is replaced with
      | field                             | value                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    And what follows is done by user "alice"
    When its status is replaced with
      | field                 | value                                     |
      | status.reservedFor[0] | {resource: pods, name: job, uid: the-job} |
    Then the request is refused with 422 Invalid because of
      | cause               | field             |
      | FieldValueForbidden | status.allocation |
    And nothing changed

  Scenario: [4] A driver reports on its own devices and on no others
    Given service account "driver" may
      | verbs                 | resource              | name            |
      | arbitrary-node:update | resourceclaims/driver | nic.example.com |
    And its status is replaced with
      | field                             | value                                                                                                                              |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}, {request: gpu, driver: nic.example.com, pool: n1, device: nic-0}] |
    And what follows is done by service account "driver"
    And its status is replaced with
      | field             | value                                              |
      | status.devices[0] | {driver: nic.example.com, pool: n1, device: nic-0} |
    When its status is replaced with
      | field             | value                                              |
      | status.devices[1] | {driver: gpu.example.com, pool: n1, device: gpu-0} |
    Then the request is refused with 422 Invalid because of
      | cause               | field          |
      | FieldValueForbidden | status.devices |
    And nothing changed

  Scenario: [5] A driver on the node of the devices
    Given service account "driver" may
      | verbs                  | resource              | name            |
      | associated-node:update | resourceclaims/driver | gpu.example.com |
    And its status is replaced with
      | field                             | value                                                                                                        |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}]                                           |
      | status.allocation.nodeSelector    | {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]} |
    And what follows is done by service account "driver" on node "n1"
    When its status is replaced with
      | field             | value                                              |
      | status.devices[0] | {driver: gpu.example.com, pool: n1, device: gpu-0} |
    Then it says
      | field                    | value |
      | status.devices[0].device | gpu-0 |
    And nothing else changed

  Scenario: [6] The same driver on another node
    Given service account "driver" may
      | verbs                  | resource              | name            |
      | associated-node:update | resourceclaims/driver | gpu.example.com |
    And its status is replaced with
      | field                             | value                                                                                                        |
      | status.allocation.devices.results | [{request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}]                                           |
      | status.allocation.nodeSelector    | {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]} |
    And what follows is done by service account "driver" on node "n2"
    When its status is replaced with
      | field             | value                                              |
      | status.devices[0] | {driver: gpu.example.com, pool: n1, device: gpu-0} |
    Then the request is refused with 422 Invalid because of
      | cause               | field          |
      | FieldValueForbidden | status.devices |
    And nothing changed
