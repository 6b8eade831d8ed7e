package io.github.dratestkit.allocator.search;

import io.github.dratestkit.allocator.inventory.CapacityDemand;
import org.jspecify.annotations.Nullable;

/**
 * One chosen device and what must be undone to take it back.
 *
 * @param charged whether it was charged to counters and groups; a further share of a device is not
 * @param share what a share takes, or null if the device is taken as a whole
 */
record Placement(
    Alternative alternative,
    int candidate,
    boolean charged,
    CapacityDemand.@Nullable Amounts share) {}
