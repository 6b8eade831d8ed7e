@api @control-plane @core @since:1.37 @gate:DRADeviceTaintRules @kep:5055
Feature: TaintRules1 - Somebody other than the driver taints devices

  A DeviceTaintRule lays a taint on the devices that it selects, whoever publishes them. The time of the taint is what evictions count from.

  Background:
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: broken-fan}
      spec:
        deviceSelector: {driver: gpu.example.com, pool: n1, device: gpu-0}
        taint: {key: example.com/fan, effect: None, timeAdded: "2026-01-01T00:00:00Z"}
      """

  Scenario: [1] Another effect is another taint: its time begins anew
    When it is replaced with
      | field             | value      |
      | spec.taint.effect | NoSchedule |
    Then it says
      | field               | value      |
      | spec.taint.effect   | NoSchedule |
      | metadata.generation | 2          |
    And nothing else changed

  Scenario: [2] A time that somebody sets with the effect is kept
    When it is replaced with
      | field                | value                  |
      | spec.taint.effect    | NoSchedule             |
      | spec.taint.timeAdded | "2026-02-03T04:05:06Z" |
    Then it says
      | field                | value                  |
      | spec.taint.timeAdded | "2026-02-03T04:05:06Z" |
    And nothing else changed

  Scenario: [3] The selector may change, the effect must be known
    When it is replaced with
      | field                      | value |
      | spec.deviceSelector.device | gpu-1 |
      | spec.taint.effect          | Burn  |
    Then the request is refused with 422 Invalid because of
      | cause                  | field             |
      | FieldValueNotSupported | spec.taint.effect |
    And nothing changed
