package io.github.dratestkit.allocator.cases;

import java.util.List;

/** The names that random inventories and claims share, so that they often meet. */
final class Drivers {

  static final String GPU = "gpu.example.com";
  static final String NIC = "nic.example.com";
  static final String SSD = "ssd.example.com";
  static final List<String> ALL = List.of(GPU, NIC);

  /** As often as the third driver has a pool. */
  static final List<String> OF_POOLS = List.of(GPU, GPU, GPU, GPU, NIC, NIC, NIC, NIC, SSD);

  static final String ROOT = "resource.kubernetes.io/pcieRoot";

  private Drivers() {}
}
