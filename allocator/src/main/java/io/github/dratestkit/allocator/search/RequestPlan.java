package io.github.dratestkit.allocator.search;

import java.util.List;

/**
 * A request and the ways to satisfy it, in order of preference.
 *
 * @param name the request's name
 * @param prioritized whether the alternatives are sub-requests
 * @param alternatives at least one
 */
record RequestPlan(String name, boolean prioritized, List<Alternative> alternatives) {}
