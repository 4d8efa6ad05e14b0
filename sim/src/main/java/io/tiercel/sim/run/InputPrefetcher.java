package io.tiercel.sim.run;

import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.storage.StoredBlock;
import java.util.List;
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

    /** @param waitingTasks how many tasks wait for slots */
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
            job.prefetches(oracle.begins(job), 0);
        }
        if (planner == null || job.input().isEmpty()) {
            return 0;
        }
        PrefetchPlan plan = planner.plan(job, waitingTasks.getAsInt(), lead / (double) Engine.SECOND);
        List<MigrationService.Request> requests = planner.requests(job, plan);
        migrations.hint(job.job().name(), requests);
        long delay = (long) (plan.delay() * Engine.SECOND);
        job.prefetches(requests.size(), delay);
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
}
