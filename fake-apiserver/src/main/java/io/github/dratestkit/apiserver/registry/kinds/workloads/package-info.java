/** What makes pods of a template, and what counts and scales them. */
@NullMarked
package io.github.dratestkit.apiserver.registry.kinds.workloads;

import org.jspecify.annotations.NullMarked;
