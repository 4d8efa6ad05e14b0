package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.protocol.BlockState;
import java.util.List;

/** The outcome of a hint for one file: blocks to which the job now refers, and those that will not come in. */
record FileHint(List<BlockState> blocks, List<Skip> skips) {}
