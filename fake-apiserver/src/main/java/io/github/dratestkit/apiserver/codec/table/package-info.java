/**
 * Objects as rows for people. {@code TableColumns} knows the columns of every kind, which are those
 * of upstream (pkg/printers/internalversion, 1.37); the descriptions of columns are empty.
 */
@NullMarked
package io.github.dratestkit.apiserver.codec.table;

import org.jspecify.annotations.NullMarked;
