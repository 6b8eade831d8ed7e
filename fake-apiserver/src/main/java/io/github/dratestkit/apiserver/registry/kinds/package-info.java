/** What the kinds outside resource.k8s.io do differently, one class for each. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds;

import org.jspecify.annotations.NullMarked;
