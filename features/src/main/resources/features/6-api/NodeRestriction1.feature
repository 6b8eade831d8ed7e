@api @driver @core @roles @since:1.34 @kep:4381
Feature: NodeRestriction1 - A kubelet writes the slices of its own node

  Drivers of a node publish with a kubelet's rights, or like it. It may say which devices its node has, and nothing of any other node.

  Background:
    Given a node "n1"
    And this object
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

  Scenario: [1] Its own node
    Given what follows is done by the kubelet of node "n1"
    When it is created
    Then it says
      | field                | value |
      | spec.devices[0].name | gpu-0 |
    And nothing else changed

  Scenario: [2] Another node
    Given what follows is done by the kubelet of node "n1"
    When it is created with
      | field         | value |
      | spec.nodeName | n2    |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [3] Devices that every node may use
    Given what follows is done by the kubelet of node "n1"
    When it is created with
      | field         | value  |
      | spec.nodeName | absent |
      | spec.allNodes | true   |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [4] The slices that somebody else wrote for another node
    Given it is created with
      | field         | value |
      | spec.nodeName | n2    |
    And what follows is done by the kubelet of node "n1"
    When it is replaced with
      | field        | value             |
      | spec.devices | [{name: gpu-new}] |
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [5] Claims are not a kubelet's to write
    Given what follows is done by the kubelet of node "n1"
    When this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: mine}
      spec:
        devices:
          requests:
          - name: gpu
            exactly: {deviceClassName: gpu.example.com}
      """
    Then the request is refused with 403 Forbidden
    And nothing changed

  Scenario: [6] Somebody whom nobody gave a right publishes nothing
    Given what follows is done by user "alice"
    When it is created
    Then the request is refused with 403 Forbidden
    And nothing changed
