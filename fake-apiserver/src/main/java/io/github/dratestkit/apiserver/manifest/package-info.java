/**
 * Files of objects as people write them and as kubectl prints them. {@link Manifests} reads them.
 */
@NullMarked
package io.github.dratestkit.apiserver.manifest;

import org.jspecify.annotations.NullMarked;
