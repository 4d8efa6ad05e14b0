package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.List;

/** The blocks that readers on other nodes are to read from an agent's memory. */
public record PinnedReplicas(String node, String host, List<BlockId> blocks) {}
