/**
 * Bodies and objects: JSON, YAML and protobuf, what the server prints of an object, and in which
 * form. {@code ObjectCodec} is the way in.
 */
@NullMarked
package io.github.dratestkit.apiserver.codec;

import org.jspecify.annotations.NullMarked;
