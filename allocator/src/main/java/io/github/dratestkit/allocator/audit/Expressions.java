package io.github.dratestkit.allocator.audit;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;

/**
 * What expressions say about a device; given to the auditor so that it needs no language itself.
 */
public interface Expressions {

  /** Says whether the selector matches; an expression that fails does not match. */
  boolean matches(String expression, String driver, Device device);

  /** Returns the value of a derived attribute. */
  DeviceAttribute derive(String expression, String driver, Device device);
}
