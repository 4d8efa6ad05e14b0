package io.tiercel.sim.job;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.shared.SharedStorage;
import io.tiercel.sim.storage.Storage;
import java.util.Optional;

/**
 * The parts of a run that all its tasks use.
 *
 * @param migrations empty if nothing is prefetched
 * @param shared empty if all files lie on the nodes
 */
public record RunContext(
        Engine engine,
        Cluster cluster,
        Storage storage,
        ReplicaSelector replicas,
        Optional<MigrationService> migrations,
        Optional<SharedStorage> shared,
        RunJournal journal,
        Processors processors,
        TaskSpec tasks) {}
