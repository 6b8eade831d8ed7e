/**
 * The schemas that definitions of custom resources bring: what of an object they keep, and what
 * they fill in. {@link StructuralSchema} is the one way in.
 */
@NullMarked
package io.github.dratestkit.apiserver.schema.structural;

import org.jspecify.annotations.NullMarked;
