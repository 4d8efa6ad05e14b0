package io.tiercel.sim.run;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import io.tiercel.sim.job.Processors;
import io.tiercel.sim.job.ReplicaSelector;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.job.RunJournal;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.migrate.HdfsCache;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.migrate.PrefetchSpec.AgentSpec;
import io.tiercel.sim.migrate.PrefetchSpec.HdfsCacheSpec;
import io.tiercel.sim.migrate.SimulatedCoordinator;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.shared.SharedStorage;
import io.tiercel.sim.storage.DiskCaches;
import io.tiercel.sim.storage.MemoryRules;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.verify.RunVerifier;
import io.tiercel.sim.verify.RunVerifier.RoundContract;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Runs a workload on a simulated cluster, and verifies the run on the way. */
public final class Simulation {
    private Simulation() {}

    /**
     * Runs a workload.
     *
     * @param keptEvents how many lines of the log are kept; its digest is of all
     * @throws io.tiercel.sim.verify.BrokenInvariantException if the run does what no cluster can do
     */
    public static RunResult run(RunSpec spec, int keptEvents, RunListener... listeners) {
        List<RunListener> all = List.of(listeners);
        Engine engine = new Engine();
        EventLog log = new EventLog(keptEvents);
        RunVerifier verifier = new RunVerifier(spec.cluster(), engine, promise(spec));
        RunJournal journal = new RunJournal(engine, log, verifier, all);
        TransferListener[] transfers = Stream.concat(
                        Stream.of(verifier.transfers()), all.stream().map(RunListener::transfers))
                .toArray(TransferListener[]::new);
        Cluster cluster = new Cluster(spec.cluster(), engine, transfers);
        Storage storage = storage(spec, engine, cluster, verifier);
        Optional<MigrationService> migrations = migrations(spec, engine, cluster, storage, journal);
        Optional<SharedStorage> shared = spec.storage()
                .shared()
                .map(source -> new SharedStorage(
                        engine,
                        cluster,
                        new DiskCaches(engine, cluster, verifier.storage(), source.eviction(), source.cacheBytes()),
                        source,
                        all,
                        transfers));
        spec.storage().memory().prefetching().ifPresent(prefetch -> verifier.budget(prefetch.budget()));
        RunContext context = new RunContext(
                engine,
                cluster,
                storage,
                new ReplicaSelector(cluster, spec.storage().memory().reads(), migrations),
                migrations,
                shared,
                journal,
                new Processors(engine, spec.tasks().compute(), cluster.nodes().size(), spec.seed()),
                spec.tasks());
        JobLifecycle jobs = new JobLifecycle(spec, context, verifier, all);
        jobs.begin();
        engine.run(Long.MAX_VALUE);
        verifier.runEnded(spec.workload().jobs().size());
        return jobs.result(log);
    }

    /** Tasks that wait for a transfer leave slots free. */
    private static RoundContract promise(RunSpec spec) {
        RoundContract promise = spec.scheduling().promise();
        boolean waits = spec.storage()
                .shared()
                .map(source -> source.fill().isByTransfers())
                .orElse(false);
        return new RoundContract(promise.slotsOfANode(), promise.holdsBack() || waits);
    }

    private static Storage storage(RunSpec spec, Engine engine, Cluster cluster, RunVerifier verifier) {
        StorageSpec storage = spec.storage();
        MemoryUse memory = storage.memory();
        MemoryRules rules = new MemoryRules(
                storage.eviction(), memory.keepsPlaced(), memory.pageCache(), storage.settled(), memory.writesBehind());
        return new Storage(engine, cluster, storage.placement(), rules, new Random(spec.seed()), verifier.storage());
    }

    private static Optional<MigrationService> migrations(
            RunSpec spec, Engine engine, Cluster cluster, Storage storage, RunJournal journal) {
        EvictionPolicy eviction = spec.storage().eviction();
        return spec.storage()
                .memory()
                .prefetching()
                .map(prefetch -> prefetch.carrier() instanceof AgentSpec agents
                        ? new SimulatedCoordinator(
                                engine, cluster, storage, agents, prefetch.budget(), eviction, journal, spec.seed())
                        : new HdfsCache(
                                engine,
                                cluster,
                                storage,
                                (HdfsCacheSpec) prefetch.carrier(),
                                prefetch.budget(),
                                journal));
    }
}
