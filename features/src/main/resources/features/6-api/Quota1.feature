@api @control-plane @core @since:1.34 @kep:4381
Feature: Quota1 - A namespace has so many devices of a class

  A quota counts what claims may get at most, whether they have it yet or not: each request what it asks for, ranked alternatives the greatest of
  them for each class, all devices as many as a claim can hold, admin access like any other. It is asked when a claim comes, not when it goes on.

  Background:
    Given this is created
      """
      apiVersion: v1
      kind: ResourceQuota
      metadata: {name: devices}
      spec:
        hard:
          big.deviceclass.resource.k8s.io/devices: "2"
          small.deviceclass.resource.k8s.io/devices: "4"
          count/resourceclaims.resource.k8s.io: "3"
      """
    And this object
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - name: gpus
            exactly: {deviceClassName: big, count: 2}
      """

  Scenario: [1] As many as the quota has
    When it is created
    Then it says
      | field                                  | value |
      | spec.devices.requests[0].exactly.count | 2     |

  Scenario: [2] One more is refused
    When it is created with
      | field                                  | value |
      | spec.devices.requests[0].exactly.count | 3     |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [3] Requests of a claim are added up
    When it is created with
      | field                    | value                                                        |
      | spec.devices.requests[1] | {name: more, exactly: {deviceClassName: big, count: 1}}      |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [4] Of alternatives the greatest counts, for each class
    When it is created with
      | field                    | value                                                                                                                     |
      | spec.devices.requests[0] | {name: gpus, firstAvailable: [{name: a, deviceClassName: big, count: 2}, {name: b, deviceClassName: small, count: 4}]}     |
    Then it says
      | field                                            | value |
      | spec.devices.requests[0].firstAvailable[1].count | 4     |

  Scenario: [5] An alternative beyond the quota is refused, even if it is the last resort
    When it is created with
      | field                    | value                                                                                                                     |
      | spec.devices.requests[0] | {name: gpus, firstAvailable: [{name: a, deviceClassName: big, count: 1}, {name: b, deviceClassName: small, count: 5}]}     |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [6] All devices count as many as a claim can hold
    When it is created with
      | field                            | value                                       |
      | spec.devices.requests[0].exactly | {deviceClassName: small, allocationMode: All} |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [7] Admin access counts like any other
    Given the namespace has the label "resource.kubernetes.io/admin-access" with "true"
    When it is created with
      | field                            | value                                               |
      | spec.devices.requests[0].exactly | {deviceClassName: big, count: 3, adminAccess: true} |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [8] A class that the quota does not name is free
    When it is created with
      | field                            | value                                  |
      | spec.devices.requests[0].exactly | {deviceClassName: other, count: 20} |
    Then it says
      | field                                  | value |
      | spec.devices.requests[0].exactly.count | 20    |

  Scenario: [9] What a claim was given is not asked again
    Given it is created
    When its status is replaced with
      | field                             | value                                                                |
      | status.allocation.devices.results | [{request: gpus, driver: gpu.example.com, pool: n1, device: gpu-0}] |
    Then it says
      | field                                       | value |
      | status.allocation.devices.results[0].device | gpu-0 |
