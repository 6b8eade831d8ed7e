@scheduler @extended @gate:DRAExtendedResource @since:1.36 @kep:5004
Feature: ExtendedResources1 - Pods that know no claims get devices too

  A class may provide an extended resource. The scheduler makes a claim for a pod that asks for the resource, on nodes that have none of it themselves.

  Background:
    Given a node "n1" with hardware "h100-80gb:2"
    And this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: legacy-gpu}
      spec:
        extendedResourceName: example.com/gpu
        selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]
      """

  Scenario: [1] A pod asks for the resource and gets a device
    When a pod "job" asks for 1 of the resource "example.com/gpu"
    Then pod "job" runs on node "n1"

  Scenario: [2] A pod that asks for more than there is waits
    When a pod "job" asks for 3 of the resource "example.com/gpu"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [3] The class itself is a resource
    When a pod "job" asks for 2 of the resource "deviceclass.resource.kubernetes.io/legacy-gpu"
    Then pod "job" runs on node "n1"

  Scenario: [4] Both ways share the devices
    Given a pod "modern" asks for 1 device of class "gpu.nvidia.com"
    And pod "modern" runs on node "n1"
    When a pod "job" asks for 2 of the resource "example.com/gpu"
    Then pod "job" waits and says "1 cannot allocate all claims."
    And no device is in two claims

  Scenario: [5] The devices come back when the pod is gone
    Given a pod "first" asks for 2 of the resource "example.com/gpu"
    And a pod "second" asks for 1 of the resource "example.com/gpu"
    When pod "first" is deleted
    Then pod "second" runs on node "n1"
    And pod "first" is gone

  Scenario: [6] A resource that no class provides
    When a pod "job" asks for 1 of the resource "example.com/unknown"
    Then pod "job" waits and says "1 Insufficient example.com/unknown."
    And nothing else changed
