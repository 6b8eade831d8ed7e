/**
 * The API server in JUnit tests: put {@link io.github.dratestkit.apiserver.junit.DraCluster} on a
 * test class and ask for what you need.
 */
@NullMarked
package io.github.dratestkit.apiserver.junit;

import org.jspecify.annotations.NullMarked;
