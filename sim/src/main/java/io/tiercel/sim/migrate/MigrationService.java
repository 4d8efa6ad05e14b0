package io.tiercel.sim.migrate;

import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.storage.StoredBlock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Brings jobs' input into memory, and releases it. */
public interface MigrationService {
    /**
     * A block to be brought into memory.
     *
     * @param from the device that the plan reads; empty if the plan relies on others' requests
     * @param ready seconds from now until the plan has the block in memory
     */
    record Request(StoredBlock block, Optional<Device> from, double ready) {}

    /** Requests blocks that a job will read once each. Blocks in memory are skipped. */
    void hint(String job, List<Request> blocks);

    /** Cancels those of a job's requests that nothing has begun to carry out. */
    default void takeBack(String job, List<StoredBlock> blocks) {}

    default void begun(String job, StoredBlock block) {}

    default void read(String job, StoredBlock block) {}

    /** Releases all blocks of a job that has ended. */
    void release(String job);

    /** A node falls silent, and brings nothing in. Nobody has noticed yet. */
    default void nodeFailed(int node) {}

    /** A silent node is lost, with all that was in its memory or on its way there. */
    void nodeLost(int node);

    /** A node answers again, with nothing in memory. */
    default void nodeReturned(int node) {}

    /** The devices from which a plan may read the block. */
    List<Device> sources(StoredBlock block);

    /** Whether jobs share requested blocks, so that a later job has to request them too. */
    boolean shares();

    /** Mean seconds from a request until devices begin to read. */
    double secondsToBegin();

    /** The node that was chosen to bring the block in; empty if none was. */
    OptionalInt boundTo(StoredBlock block);

    /** The state of all nodes' agents, in their order, as a client knows it. */
    List<AgentStatus> agents();

    /** Seconds until each block is expected in memory by a migration; infinity for blocks that nothing brings in. */
    List<Double> expectedIn(List<StoredBlock> blocks);

    /** Whether any block is on its way into memory, or will be without an eviction. */
    boolean isBringingIn(List<StoredBlock> blocks);

    public interface MigrationListener {
        /** An agent begins to read a block into the memory of {@code node}. The block takes its room from now on. */
        void begins(int node, StoredBlock block);

        /** The block is in memory. */
        void ends(int node, StoredBlock block);

        /** The block has left memory, or will not come in any more. */
        void letsGo(int node, StoredBlock block);
    }
}
