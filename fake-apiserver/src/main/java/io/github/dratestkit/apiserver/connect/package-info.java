/** What reaches into pods and nodes: logs, and clear words for what a simulated node cannot do. */
@NullMarked
package io.github.dratestkit.apiserver.connect;

import org.jspecify.annotations.NullMarked;
