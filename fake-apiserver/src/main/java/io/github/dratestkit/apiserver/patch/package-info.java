/**
 * Changes of objects that clients describe by patches, and who owns what they wrote. {@code
 * Patches} applies JSON, merge and strategic merge patches; {@code FieldManager} keeps managed
 * fields and does server-side apply. All of it works on trees and a schema.
 */
@NullMarked
package io.github.dratestkit.apiserver.patch;

import org.jspecify.annotations.NullMarked;
