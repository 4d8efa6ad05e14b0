package io.tiercel.sim.migrate;

import io.tiercel.migrate.Migrations;
import io.tiercel.model.BlockId;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import java.util.Map;

/** The parts of a run that all agents use. */
record AgentContext(
        Engine engine,
        Cluster cluster,
        Storage storage,
        Migrations migrations,
        Map<BlockId, StoredBlock> blocks,
        MigrationListener listener) {
    private static final String POOL = "sim";

    long now() {
        return engine.now();
    }

    static BlockId id(StoredBlock block) {
        return new BlockId(POOL, block.id(), 0);
    }

    StoredBlock block(BlockId id) {
        StoredBlock block = blocks.get(id);
        if (block == null) {
            throw new IllegalStateException("block " + id + " was never asked for");
        }
        return block;
    }
}
