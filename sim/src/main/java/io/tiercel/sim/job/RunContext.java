package io.tiercel.sim.job;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.storage.Storage;
import java.util.Optional;

/**
 * The parts of a run that all its tasks use.
 *
 * @param migrations empty if nothing is prefetched
 */
public record RunContext(
        Engine engine,
        Cluster cluster,
        Storage storage,
        ReplicaSelector replicas,
        Optional<MigrationService> migrations,
        RunJournal journal,
        Processors processors,
        TaskSpec tasks) {}
