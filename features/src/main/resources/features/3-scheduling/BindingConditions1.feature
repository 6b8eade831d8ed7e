@scheduler @extended @gate:DRADeviceBindingConditions @since:1.36 @kep:5007
Feature: BindingConditions1 - A pod is bound when its device is ready

  A device that must be attached first says so. The scheduler reserves it, waits for its conditions, and binds the pod then.

  Background:
    Given a node "n1"
    And a class "fabric" that selects "device.driver == 'fabric.example.com'"
    And this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: far}
      spec:
        driver: fabric.example.com
        pool: {name: far, generation: 1, resourceSliceCount: 1}
        nodeName: n1
        devices:
        - {name: gpu-far, bindingConditions: [example.com/attached], bindingFailureConditions: [example.com/broken]}
      """
    And a claim "training" that asks for
      | request | class  | count |
      | gpu     | fabric | 1     |

  Scenario: [1] The device is reserved before it is ready
    When a pod "job" uses claim "training"
    Then claim "training" is reserved for pod "job"
    And claim "training" is allocated
      | request | device  |
      | gpu     | gpu-far |
    When the driver reports "example.com/attached" of claim "training"
    Then pod "job" is bound to node "n1" but does not start

  Scenario: [2] The pod is bound when the driver says that it is ready
    Given a pod "job" uses claim "training"
    And claim "training" is reserved for pod "job"
    When the driver reports "example.com/attached" of claim "training"
    Then pod "job" is bound to node "n1" but does not start

  Scenario: [3] A device that needs no attaching is preferred
    Given this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: near}
      spec:
        driver: fabric.example.com
        pool: {name: near, generation: 1, resourceSliceCount: 1}
        nodeName: n1
        devices: [{name: gpu-near}]
      """
    When a pod "job" uses claim "training"
    Then pod "job" is bound to node "n1" but does not start
    And claim "training" is allocated
      | request | device   |
      | gpu     | gpu-near |

  Scenario: [4] A device that breaks is given up for another
    Given a pod "job" uses claim "training"
    And claim "training" is reserved for pod "job"
    And this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: near}
      spec:
        driver: fabric.example.com
        pool: {name: near, generation: 1, resourceSliceCount: 1}
        nodeName: n1
        devices: [{name: gpu-near}]
      """
    When the driver reports "example.com/broken" of claim "training"
    Then pod "job" is bound to node "n1" but does not start
    And claim "training" is allocated
      | request | device   |
      | gpu     | gpu-near |

  Scenario: [5] A device that takes too long is given up for another
    Given a pod "job" uses claim "training"
    And claim "training" is reserved for pod "job"
    And this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: near}
      spec:
        driver: fabric.example.com
        pool: {name: near, generation: 1, resourceSliceCount: 1}
        nodeName: n1
        devices: [{name: gpu-near}]
      """
    When 620 seconds pass
    Then pod "job" is bound to node "n1" but does not start
    And claim "training" is allocated
      | request | device   |
      | gpu     | gpu-near |
