/** What admission does to objects, whoever writes them: the plugins that 1.37 has on. */
@NullMarked
package io.github.dratestkit.apiserver.admission;

import org.jspecify.annotations.NullMarked;
