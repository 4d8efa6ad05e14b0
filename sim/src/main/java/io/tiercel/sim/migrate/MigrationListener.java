package io.tiercel.sim.migrate;

import io.tiercel.sim.storage.StoredBlock;

/** Hears what agents do. */
public interface MigrationListener {
    /** An agent begins to read a block into the memory of {@code node}. The block takes its room from now on. */
    void begins(int node, StoredBlock block);

    /** The block is in memory. */
    void ends(int node, StoredBlock block);

    /** The block has left memory, or will not come in any more. */
    void letsGo(int node, StoredBlock block);
}
