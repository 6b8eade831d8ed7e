/**
 * Custom resources: what becomes of their definitions, and the kinds that these bring. {@link
 * CustomResources} is the one way in.
 */
@NullMarked
package io.github.dratestkit.apiserver.custom;

import org.jspecify.annotations.NullMarked;
