/** What the tests of this module share. */
package io.github.dratestkit.drivers.testing;
