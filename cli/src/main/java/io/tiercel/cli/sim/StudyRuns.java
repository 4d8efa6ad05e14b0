package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.Progress;
import io.tiercel.sim.run.RunWatcher;
import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.study.Comparison;
import io.tiercel.sim.study.Comparison.Outcome;
import io.tiercel.sim.study.Comparison.Run;
import io.tiercel.sim.study.Study;
import io.tiercel.sim.study.StudyPolicy;
import io.tiercel.sim.study.TimeLines;
import io.tiercel.sim.verify.BrokenInvariantException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** All runs of a scenario, some at a time; each is on one thread from its beginning to its end. */
final class StudyRuns {
    /** What is over sooner needs no progress. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Study study;
    private final int threads;
    private final PrintWriter err;
    private final List<TimeLines> lines = new ArrayList<>();
    private final List<RoundTimes> times = new ArrayList<>();
    private final AtomicLong jobsEnded = new AtomicLong();
    private final long jobs;

    /**
     * @param threads how many runs go on at a time
     * @param withLines whether time lines are kept of each policy's first run
     * @param timed whether it is measured how long each policy's first run takes, and its rounds
     */
    StudyRuns(Study study, int threads, boolean withLines, boolean timed, PrintWriter err) {
        this.study = study;
        this.threads = threads;
        this.err = err;
        if (withLines) {
            study.policies()
                    .forEach(policy ->
                            lines.add(new TimeLines(policy.name(), study.setup().cluster())));
        }
        study.policies().forEach(policy -> times.add(new RoundTimes(timed)));
        int each = study.setup().workload().apply(study.seeds().get(0)).jobs().size();
        this.jobs = (long) each * study.policies().size() * study.seeds().size();
    }

    Comparison run() {
        int runs = study.policies().size() * study.seeds().size();
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, runs));
        try (Progress progress =
                new Progress(err, "simulating", new Progress.Unit(" jobs", 1), System.console() != null)) {
            List<List<Future<Run>>> started = new ArrayList<>();
            for (int p = 0; p < study.policies().size(); p++) {
                StudyPolicy policy = study.policies().get(p);
                List<Future<Run>> ofPolicy = new ArrayList<>();
                for (long seed : study.seeds()) {
                    RunWatcher watcher = !lines.isEmpty() && ofPolicy.isEmpty() ? lines.get(p) : RunWatcher.NONE;
                    RoundTimes timed = ofPolicy.isEmpty() ? times.get(p) : new RoundTimes(false);
                    ofPolicy.add(executor.submit(() -> one(policy, seed, watcher, timed)));
                }
                started.add(ofPolicy);
            }
            List<Outcome> outcomes = new ArrayList<>();
            long begin = System.nanoTime();
            for (int p = 0; p < started.size(); p++) {
                List<Run> ended = new ArrayList<>();
                for (Future<Run> each : started.get(p)) {
                    ended.add(await(each, progress, begin));
                }
                outcomes.add(new Outcome(study.policies().get(p).name(), ended));
            }
            return new Comparison(study, outcomes);
        } finally {
            executor.shutdownNow();
        }
    }

    /** The time lines of each policy's first run, if they were wanted; only when all runs have ended. */
    List<TimeLines> timeLines() {
        return lines;
    }

    /** Of each policy's first run, in their order; only when all runs have ended. */
    List<RoundTimes> times() {
        return times;
    }

    private Run one(StudyPolicy policy, long seed, RunWatcher watcher, RoundTimes timed) {
        timed.runBegins();
        Scenario scenario = study.scenario(policy, seed);
        try {
            Run run = Run.of(seed, Simulation.run(scenario, 0, new Counting(watcher, jobsEnded, timed)));
            timed.runEnds();
            return run;
        } catch (BrokenInvariantException e) {
            throw e; // our fault, not the scenario's
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new CommandFailure(
                    study.title() + ": policy '" + policy.name() + "', seed " + seed + ": " + e.getMessage());
        }
    }

    private Run await(Future<Run> run, Progress progress, long begin) {
        while (true) {
            try {
                return run.get(200, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (System.nanoTime() - begin > QUIET_NANOS) {
                    show(progress);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCodes.NEGATIVE, "interrupted");
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            }
        }
    }

    private void show(Progress progress) {
        long done = jobsEnded.get();
        progress.show(done, jobs, "", () -> "simulated " + done + " of " + jobs + " jobs");
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            return new CommandFailure(
                    ExitCodes.NEGATIVE,
                    "out of memory: try --threads 1, or give Java more with JAVA_TOOL_OPTIONS=-Xmx…");
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }
}
