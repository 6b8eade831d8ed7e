/**
 * Which resources a server has: the discovery table of its Kubernetes version, narrowed by feature
 * gates and runtime configuration. {@link Catalog} is the one way in.
 */
@NullMarked
package io.github.dratestkit.apiserver.catalog;

import org.jspecify.annotations.NullMarked;
