/**
 * Checks allocations against what exists, by the rules of the API and without the search: nothing
 * of {@code search} or {@code inventory} is used, so that a mistake there cannot hide here. The way
 * in is {@link io.github.dratestkit.allocator.audit.Auditor}.
 */
@NullMarked
package io.github.dratestkit.allocator.audit;

import org.jspecify.annotations.NullMarked;
