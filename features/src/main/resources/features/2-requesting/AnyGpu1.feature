@scheduler @extended @gate:DRAPartitionableDevices @since:1.34 @kep:4815
Feature: AnyGpu1 - Any GPU with 20 GB, whole or in part

  Who asks for memory and not for a model is served by whatever has enough of it: a partition of a large GPU or a small GPU of its own.

  Background:
    Given a class "any-gpu.example.com" that selects "device.driver == 'gpu.nvidia.com'"

  Scenario: [1] A partition is enough
    Given a node "n1" with hardware "a100-40gb-mig:1"
    And a claim "inference" that asks for
      | request | class               | count | where                                                                           |
      | gpu     | any-gpu.example.com | 1     | `device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('19Gi')) >= 0` |
    When a pod "job" uses claim "inference"
    Then pod "job" runs on node "n1"
    And claim "inference" is allocated
      | request | device               |
      | gpu     | gpu-0-mig-3g20gb-9-0 |
    And nothing else changed

  Scenario: [2] So is a whole GPU
    Given a node "n1" with hardware "l4:1"
    And a claim "inference" that asks for
      | request | class               | count | where                                                                           |
      | gpu     | any-gpu.example.com | 1     | `device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('19Gi')) >= 0` |
    When a pod "job" uses claim "inference"
    Then pod "job" runs on node "n1"
    And claim "inference" is allocated
      | request | device |
      | gpu     | gpu-0  |
    And nothing else changed

  Scenario: [3] A GPU that has not as much left is passed over
    Given a node "n1" with hardware "a100-40gb-mig:2"
    And claim "other" holds device "gpu-0-mig-4g20gb-5-0" of node "n1"
    And claim "more" holds device "gpu-0-mig-2g10gb-14-4" of node "n1"
    And a claim "inference" that asks for
      | request | class               | count | where                                                                           |
      | gpu     | any-gpu.example.com | 1     | `device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('19Gi')) >= 0` |
    When a pod "job" uses claim "inference"
    Then pod "job" runs on node "n1"
    And claim "inference" is allocated
      | request | device               |
      | gpu     | gpu-1-mig-3g20gb-9-0 |
    And nothing else changed

  Scenario: [4] Two parts of 20 GB fill a GPU of 40
    Given a node "n1" with hardware "a100-40gb-mig:1"
    And a claim "inference" that asks for
      | request | class               | count | where                                                                           |
      | gpu     | any-gpu.example.com | 3     | `device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('19Gi')) >= 0` |
    When a pod "job" uses claim "inference"
    Then pod "job" waits and says "0/1 nodes are available: 1 cannot allocate all claims."
    And nothing else changed
