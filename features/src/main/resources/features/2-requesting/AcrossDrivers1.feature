@scheduler @extended @since:1.34 @kep:4381
Feature: AcrossDrivers1 - Devices of several drivers that belong together

  Drivers that know nothing of each other publish the same attribute, and a constraint joins their devices. A device without the attribute joins
  nothing.

  Scenario: [1] An accelerator and the adapter that is wired to it
    Given a node "n1" with hardware "trn2" and "efa-trn2"
    And a claim "training" with equal "resource.aws.com/devicegroup1_id" that asks for
      | request | class                  | count | where         |
      | chip    | neuron.aws.com         | 1     | deviceId is 5 |
      | adapter | efa.networking.k8s.aws | 1     |               |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | driver         | device           |
      | chip    | neuron.aws.com | neurondevice5    |
      | adapter | dra.net        | pci-0000-57-00-0 |
    And nothing else changed

  Scenario: [2] Four of each from one group
    Given a node "n1" with hardware "trn2" and "efa-trn2"
    And claim "other" holds device "neurondevice2" of node "n1"
    And a claim "training" with equal "resource.aws.com/devicegroup4_id" that asks for
      | request | class                  | count |
      | chips   | neuron.aws.com         | 4     |
      | adapter | efa.networking.k8s.aws | 1     |
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And the devices of claim "training" agree in "resource.aws.com/devicegroup4_id"
    And claim "training" is allocated
      | request | device           |
      | chips   | neurondevice4    |
      | chips   | neurondevice5    |
      | chips   | neurondevice6    |
      | chips   | neurondevice7    |
      | adapter | pci-0000-56-00-0 |
    And nothing else changed

  Scenario: [3] A driver that does not say where its devices are matches nobody
    Given a node "n1" with hardware "h100-80gb:1" and "model-cache:1"
    And a claim "pair" with equal "resource.kubernetes.io/pcieRoot" that asks for
      | request | class              | count |
      | gpu     | gpu.nvidia.com     | 1     |
      | model   | models.example.com | 1     |
    When a pod "job" uses claim "pair"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed

  Scenario: [4] Only the requests that a constraint names are joined
    Given a node "n1" with hardware "h100-80gb:8" and "nic-100g:2"
    And this is created
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: training}
      spec:
        devices:
          requests:
          - name: far
            exactly:
              deviceClassName: gpu.nvidia.com
              selectors: [{cel: {expression: "device.attributes['resource.kubernetes.io'].numaNode == 1"}}]
          - name: near
            exactly: {deviceClassName: gpu.nvidia.com}
          - name: nic
            exactly:
              deviceClassName: dra.net
              selectors: [{cel: {expression: "device.attributes['resource.kubernetes.io'].numaNode == 0"}}]
          constraints:
          - requests: [near, nic]
            matchAttribute: resource.kubernetes.io/pcieRoot
      """
    When a pod "job" uses claim "training"
    Then pod "job" runs on node "n1"
    And claim "training" is allocated
      | request | driver         | device           |
      | far     | gpu.nvidia.com | gpu-4            |
      | near    | gpu.nvidia.com | gpu-0            |
      | nic     | dra.net        | pci-0000-4f-00-0 |
    And nothing else changed

  Scenario: [5] Three drivers on one socket
    Given a node "n1" with hardware "h100-80gb:8", "nic-100g:2" and "fpga-u250:1"
    And a claim "stage" with equal "resource.kubernetes.io/numaNode" that asks for
      | request | class            | count | where                                |
      | gpu     | gpu.nvidia.com   | 2     |                                      |
      | nic     | dra.net          | 1     | resource.kubernetes.io/numaNode is 1 |
    When a pod "job" uses claim "stage"
    Then pod "job" runs on node "n1"
    And claim "stage" is allocated
      | request | driver         | device           |
      | gpu     | gpu.nvidia.com | gpu-4            |
      | gpu     | gpu.nvidia.com | gpu-5            |
      | nic     | dra.net        | pci-0000-93-00-0 |
    And nothing else changed
