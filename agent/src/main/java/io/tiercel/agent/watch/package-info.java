/** Watches which blocks are in the page cache, by file events and within a time budget. */
@NullMarked
package io.tiercel.agent.watch;

import org.jspecify.annotations.NullMarked;
