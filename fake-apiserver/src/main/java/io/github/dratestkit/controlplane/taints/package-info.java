/**
 * The device taint eviction controller: evicts pods from devices with a NoExecute taint when their
 * tolerations run out, and tells on each DeviceTaintRule how far it has come.
 */
@NullMarked
package io.github.dratestkit.controlplane.taints;

import org.jspecify.annotations.NullMarked;
