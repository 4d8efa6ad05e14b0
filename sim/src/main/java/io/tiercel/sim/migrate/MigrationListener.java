package io.tiercel.sim.migrate;

import io.tiercel.sim.storage.StoredBlock;

/** Hears what agents do, for whoever checks or records it. */
public interface MigrationListener {
    /** An agent begins to read a block into the memory of {@code node}; it takes its room from now on. */
    void begins(int node, StoredBlock block);

    /** The block has come in. */
    void ends(int node, StoredBlock block);

    /** The block has left memory, or does not come in any more. */
    void letsGo(int node, StoredBlock block);
}
