package io.tiercel.sim.migrate;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.migrate.AgentStatus;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import java.util.List;
import java.util.OptionalInt;

/** What brings jobs' input into memory when they are submitted, and lets go of it. */
public interface MigrationService {
    /**
     * The service of a run.
     *
     * @param eviction what goes first of blocks that nobody claims
     * @param seed of what the binder draws
     */
    static MigrationService of(
            PrefetchSpec spec,
            Engine engine,
            Cluster cluster,
            Storage storage,
            EvictionPolicy eviction,
            MigrationListener listener,
            long seed) {
        if (spec.carrier() instanceof HdfsCacheSpec cache) {
            return new HdfsCache(engine, cluster, storage, cache, spec.budget(), listener);
        }
        AgentSpec agents = (AgentSpec) spec.carrier();
        return new SimulatedCoordinator(engine, cluster, storage, agents, spec.budget(), eviction, listener, seed);
    }

    /** A job will read these blocks, each once. What lies in memory anyway is not brought in. */
    void hint(String job, List<PrefetchRequest> blocks);

    /** The job wants nothing more of these blocks, as far as nothing has begun to bring them in. */
    void takeBack(String job, List<StoredBlock> blocks);

    /** A task of the job begins to read the block. */
    void begun(String job, StoredBlock block);

    /** A task of the job has read the block. */
    void read(String job, StoredBlock block);

    /** The job has ended. */
    void release(String job);

    /** A node answers no more, and nothing is brought in there; nobody knows yet. */
    void fails(int node);

    /** It is missed: what was in its memory, or was to come there, does not. */
    void isMissed(int node);

    /** It answers again, with nothing in memory. */
    void returns(int node);

    /** The devices from which a plan may have the block read. */
    List<Device> sources(StoredBlock block);

    /** Whether jobs share what one of them has asked for, so that a later one is to ask as well. */
    boolean shares();

    /** Seconds from a hint until devices begin to read, in the mean. */
    double secondsToBegin();

    /** The node that is to bring the block in, or has brought it in, as far as that is chosen. */
    OptionalInt boundTo(StoredBlock block);

    /** How the nodes stand, in their order, as a client can know it. */
    List<AgentStatus> agents();

    /** Seconds until each of these blocks is expected in memory by a migration; infinity for one that nothing brings in. */
    List<Double> expectedIn(List<StoredBlock> blocks);

    /** Whether any of these blocks is on its way into memory, or will be without another block having to go. */
    boolean isBringingIn(List<StoredBlock> blocks);
}
