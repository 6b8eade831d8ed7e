@api @control-plane @core @since:1.34 @gate:DRAAdminAccess @kep:5018
Feature: AdminAccess1 - Devices in use may be looked at from namespaces of administrators only

  Admin access is a second way into a device that somebody else uses, for monitoring and repair. Who may ask for it is a property of the
  namespace: its label resource.kubernetes.io/admin-access says "true".

  Background:
    Given this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: monitor}
      spec:
        devices:
          requests:
          - name: gpus
            exactly: {deviceClassName: gpu.example.com, allocationMode: All, adminAccess: true}
      """

  Scenario: [1] Refused anywhere else
    When it is created
    Then the request is refused with 422 Invalid because of
      | cause               | field                                |
      | FieldValueForbidden | spec.devices.requests[0].adminAccess |
    And nothing changed

  Scenario: [2] Accepted in a namespace of administrators
    Given the namespace has the label "resource.kubernetes.io/admin-access" with "true"
    When it is created
    Then it says
      | field                                        | value |
      | spec.devices.requests[0].exactly.adminAccess | true  |
    And nothing else changed

  Scenario: [3] The label says true in small letters
    Given the namespace has the label "resource.kubernetes.io/admin-access" with "TRUE"
    When it is created
    Then the request is refused with 422 Invalid because of
      | cause               | field                                |
      | FieldValueForbidden | spec.devices.requests[0].adminAccess |
    And nothing changed

  Scenario: [4] An alternative never has admin access
    Given the namespace has the label "resource.kubernetes.io/admin-access" with "true"
    When it is created with
      | field                                                      | value           |
      | spec.devices.requests[0].exactly                           | absent          |
      | spec.devices.requests[0].firstAvailable[0].name            | big             |
      | spec.devices.requests[0].firstAvailable[0].deviceClassName | gpu.example.com |
      | spec.devices.requests[0].firstAvailable[0].adminAccess     | true            |
    Then it says
      | field                                                  | value  |
      | spec.devices.requests[0].firstAvailable[0].adminAccess | absent |
    And nothing else changed
