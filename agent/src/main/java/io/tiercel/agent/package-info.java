/**
 * What runs on each storage node: brings blocks into memory and locks them there within a budget, watches what of them is in
 * the page cache, and measures its devices; all on the word of a coordinator, and never for longer than its lease. Knows
 * nothing of HDFS: the daemon that hosts it names its blocks through {@link io.tiercel.agent.BlockStore}.
 */
@NullMarked
package io.tiercel.agent;

import org.jspecify.annotations.NullMarked;
