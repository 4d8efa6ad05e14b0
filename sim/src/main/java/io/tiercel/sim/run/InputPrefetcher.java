package io.tiercel.sim.run;

import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Brings the input of jobs into memory between their submission and their first tasks. */
final class InputPrefetcher {
    private final Engine engine;
    private final PrefetchSpec spec;
    private final MigrationService migrations;
    private final IntSupplier waitingTasks;
    private final @Nullable OraclePrefetcher oracle;
    /** Null with an oracle. */
    private final @Nullable JobPrefetchPlanner planner;

    InputPrefetcher(
            RunSpec run, PrefetchSpec spec, RunContext context, MigrationService migrations, IntSupplier waitingTasks) {
        this.engine = context.engine();
        this.spec = spec;
        this.migrations = migrations;
        this.waitingTasks = waitingTasks;
        boolean isOracle = spec.planner().name().equals(PlannerSpec.ORACLE);
        this.oracle = isOracle ? new OraclePrefetcher(context.storage()) : null;
        this.planner = isOracle ? null : new JobPrefetchPlanner(run, spec.planner(), context.cluster(), migrations);
    }

    /**
     * Prefetches the input of a job that is submitted now.
     *
     * @param ready called when the job's tasks may ask for slots
     */
    void prepare(JobRun job, Runnable ready) {
        Runnable submit = () -> hold(job, ready);
        long lead = job.job().lead();
        if (spec.planner().callToStage().isEmpty()) {
            engine.later(lead + prefetch(job, lead), submit);
            return;
        }
        requestAll(job, Math.max(0, lead - spec.planner().callToStage().getAsLong()));
        engine.later(lead, () -> engine.later(prefetch(job, 0), submit));
    }

    /** Requests all input until the job's call, in {@code call} nanoseconds. */
    private void requestAll(JobRun job, long call) {
        String name = job.job().name();
        List<StoredBlock> input = job.input();
        migrations.hint(
                name,
                input.stream()
                        .map(block -> new MigrationService.Request(block, Optional.empty(), 0))
                        .toList());
        engine.later(call, () -> migrations.takeBack(name, input));
    }

    private void hold(JobRun job, Runnable ready) {
        if (spec.holdsJobs() && !job.hasFailed() && migrations.isBringingIn(job.input())) {
            engine.after(spec.carrier().pollInterval(), () -> hold(job, ready));
        } else {
            ready.run();
        }
    }

    /**
     * Requests what the planner selects.
     *
     * @param lead nanoseconds until the job's tasks could ask for slots
     * @return nanoseconds by which the plan delays them
     */
    private long prefetch(JobRun job, long lead) {
        if (oracle != null) {
            job.prefetches(oracle.begins(job), 0, block -> false);
        }
        if (planner == null || job.input().isEmpty()) {
            return 0;
        }
        PrefetchPlan plan = planner.plan(job, waitingTasks.getAsInt(), lead / (double) Engine.SECOND);
        List<MigrationService.Request> requests = planner.requests(job, plan);
        migrations.hint(job.job().name(), requests);
        long delay = (long) (plan.delay() * Engine.SECOND);
        job.prefetches(requests.size(), delay, block -> migrations.isBringingIn(List.of(block)));
        return delay;
    }

    void taskEnded(long nanos) {
        if (planner != null) {
            planner.taskEnded(nanos);
        }
    }

    void jobEnded(JobRun job) {
        migrations.release(job.job().name());
        if (oracle != null) {
            oracle.ends(job);
        }
    }

    /** Keeps one replica of each block of a job in memory from the job's submission to its end: an upper bound for prefetchers (Trident, section 7.4). */
    private static final class OraclePrefetcher {
        private final Storage storage;
        private final Map<StoredBlock, Kept> kept = new HashMap<>();

        private record Kept(MemoryCopy copy, int jobs) {}

        OraclePrefetcher(Storage storage) {
            this.storage = storage;
        }

        /** Begins with a job, and returns how many of its blocks are in memory now. */
        int begins(JobRun job) {
            int blocks = 0;
            for (StoredBlock block : job.input()) {
                Kept there = kept.get(block);
                int jobs = there == null ? 1 : there.jobs() + 1;
                if (there != null && there.copy().isIn()) {
                    kept.put(block, new Kept(there.copy(), jobs));
                } else { // no job kept it, or its node has failed
                    storage.keepOneInMemory(block).ifPresent(copy -> kept.put(block, new Kept(copy, jobs)));
                }
                Kept now = kept.get(block);
                blocks += now != null && now.copy().isIn() ? 1 : 0;
            }
            return blocks;
        }

        void ends(JobRun job) {
            for (StoredBlock block : job.input()) {
                Kept there = kept.get(block);
                if (there != null && there.jobs() > 1) {
                    kept.put(block, new Kept(there.copy(), there.jobs() - 1));
                } else if (there != null) {
                    there.copy().letGo();
                    kept.remove(block);
                }
            }
        }
    }
}
