/**
 * Container Device Interface: what a driver tells the container runtime to put into a container.
 * {@link CdiDirectory} writes the files and reads them as a runtime does.
 */
@NullMarked
package io.github.dratestkit.drivers.cdi;

import org.jspecify.annotations.NullMarked;
