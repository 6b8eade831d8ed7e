/**
 * The names of kinds and the structure of their objects. {@code Schema} is the way in; the built-in
 * one reads the table of fields of Kubernetes 1.37 that the build compiles.
 */
@NullMarked
package io.github.dratestkit.apiserver.schema;

import org.jspecify.annotations.NullMarked;
