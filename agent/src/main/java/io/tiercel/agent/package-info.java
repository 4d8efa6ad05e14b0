/**
 * The agent on each storage node: reads blocks into memory and locks them within a budget, watches the page cache, and measures
 * its devices. It acts for a coordinator, never for longer than its lease. It knows nothing of HDFS: the daemon that hosts
 * it names its blocks through {@link io.tiercel.agent.BlockStore}.
 */
@NullMarked
package io.tiercel.agent;

import org.jspecify.annotations.NullMarked;
