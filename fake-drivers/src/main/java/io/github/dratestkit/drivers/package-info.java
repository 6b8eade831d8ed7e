/**
 * What a vendor writes, a {@link Driver}, and what makes a kubelet plugin of it, a {@link
 * DriverHost}. {@link SimulatedDriver} is a driver for the hardware of the zoo.
 */
@NullMarked
package io.github.dratestkit.drivers;

import org.jspecify.annotations.NullMarked;
