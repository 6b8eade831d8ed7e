/** Drivers that misbehave: decorators around a good one. {@link FaultyDriver} is the way in. */
@NullMarked
package io.github.dratestkit.drivers.fault;

import org.jspecify.annotations.NullMarked;
