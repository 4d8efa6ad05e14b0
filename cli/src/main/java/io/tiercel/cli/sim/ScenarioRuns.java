package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.sim.compare.Comparison;
import io.tiercel.sim.compare.Comparison.Outcome;
import io.tiercel.sim.compare.Comparison.Run;
import io.tiercel.sim.compare.LeastTimes;
import io.tiercel.sim.compare.Timelines;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.scenario.ScenarioFile;
import io.tiercel.sim.verify.BrokenInvariantException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** All runs of a scenario, some at a time. Each run is on one thread. */
final class ScenarioRuns {
    /** Shorter runs show no progress. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ScenarioFile study;
    private final int threads;
    private final PrintWriter err;
    private final List<Timelines> lines = new ArrayList<>();
    private final List<RoundTimes> times = new ArrayList<>();
    private final List<LeastTimes> bounds = new ArrayList<>();
    private final AtomicLong jobsEnded = new AtomicLong();
    private final long jobs;

    /**
     * @param withLines whether to keep timelines of each policy's first run
     * @param timed whether to measure each policy's first run and its rounds
     * @param bounded whether to find the least times of the jobs of each policy's first run
     */
    ScenarioRuns(ScenarioFile study, int threads, boolean withLines, boolean timed, boolean bounded, PrintWriter err) {
        this.study = study;
        this.threads = threads;
        this.err = err;
        if (withLines) {
            study.policies()
                    .forEach(policy ->
                            lines.add(new Timelines(policy.name(), study.setup().cluster())));
        }
        study.policies().forEach(policy -> times.add(new RoundTimes(timed)));
        if (bounded) {
            study.policies().forEach(policy -> bounds.add(bounds(policy)));
        }
        int each = study.setup().workload().apply(study.seeds().get(0)).jobs().size();
        this.jobs = (long) each * study.policies().size() * study.seeds().size();
    }

    private LeastTimes bounds(ScenarioFile.Policy policy) {
        try {
            return new LeastTimes(study.run(policy, study.seeds().get(0)));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("--bounds: policy '" + policy.name() + "': " + e.getMessage());
        }
    }

    Comparison run() {
        int runs = study.policies().size() * study.seeds().size();
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, runs));
        try (ProgressDisplay progress = new ProgressDisplay(
                err, "simulating", new ProgressDisplay.Unit(" jobs", 1), System.console() != null)) {
            List<List<Future<Run>>> started = new ArrayList<>();
            for (int p = 0; p < study.policies().size(); p++) {
                ScenarioFile.Policy policy = study.policies().get(p);
                List<Future<Run>> ofPolicy = new ArrayList<>();
                for (long seed : study.seeds()) {
                    List<RunListener> watchers = ofPolicy.isEmpty() ? watchers(p) : List.of();
                    RoundTimes timed = ofPolicy.isEmpty() ? times.get(p) : new RoundTimes(false);
                    ofPolicy.add(executor.submit(() -> one(policy, seed, watchers, timed)));
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

    /** The timelines of each policy's first run, if kept. Valid when all runs have ended. */
    List<Timelines> timeLines() {
        return lines;
    }

    /** The times of each policy's first run, in their order. Valid when all runs have ended. */
    List<RoundTimes> times() {
        return times;
    }

    /** The bounds on the jobs of each policy's first run, if asked for. Valid when all runs have ended. */
    List<LeastTimes> bounds() {
        return bounds;
    }

    private List<RunListener> watchers(int policy) {
        List<RunListener> watchers = new ArrayList<>();
        if (!lines.isEmpty()) {
            watchers.add(lines.get(policy));
        }
        if (!bounds.isEmpty()) {
            watchers.add(bounds.get(policy));
        }
        return watchers;
    }

    private Run one(ScenarioFile.Policy policy, long seed, List<RunListener> watchers, RoundTimes timed) {
        timed.beginRun();
        RunSpec scenario = study.run(policy, seed);
        try {
            RunListener[] all = Stream.concat(watchers.stream(), Stream.of(new CountingListener(jobsEnded, timed)))
                    .toArray(RunListener[]::new);
            Run run = Run.of(seed, Simulation.run(scenario, 0, all));
            timed.endRun();
            return run;
        } catch (BrokenInvariantException e) {
            throw e; // a defect of ours, not of the scenario
        } catch (ArithmeticException e) {
            throw new CommandFailure(study.title() + ": policy '" + policy.name() + "', seed " + seed
                    + ": a time or a size grows too large (" + e.getMessage() + ")");
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new CommandFailure(
                    study.title() + ": policy '" + policy.name() + "', seed " + seed + ": " + e.getMessage());
        }
    }

    private Run await(Future<Run> run, ProgressDisplay progress, long begin) {
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

    private void show(ProgressDisplay progress) {
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

    /** Counts ended jobs and measures rounds. */
    private record CountingListener(AtomicLong jobs, RoundTimes times) implements RunListener {
        @Override
        public void jobEnds(long time, JobResult job) {
            jobs.incrementAndGet();
        }

        @Override
        public void roundBegins() {
            times.beginRound();
        }

        @Override
        public void roundEnds(int waiting) {
            times.endRound(waiting);
        }
    }

    /** The processor time of a run and of its rounds of scheduling, on one thread. Percentiles are exact to 1%. */
    static final class RoundTimes {
        private static final int DIGITS = 2;

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final Histogram rounds = new Histogram(DIGITS);
        private final boolean on;
        private long began;
        private long roundBegan;
        private long most;
        private int mostWaiting;
        private long nanos;

        RoundTimes(boolean on) {
            this.on = on;
        }

        /** Begins to measure the run, on this thread. */
        void beginRun() {
            began = on ? threads.getCurrentThreadCpuTime() : 0;
        }

        void endRun() {
            nanos = on ? threads.getCurrentThreadCpuTime() - began : 0;
        }

        void beginRound() {
            if (on) {
                roundBegan = threads.getCurrentThreadCpuTime();
            }
        }

        /** @param waiting tasks that waited when the round began; a round without any is not counted */
        void endRound(int waiting) {
            if (on && waiting > 0) {
                long taken = Math.max(0, threads.getCurrentThreadCpuTime() - roundBegan);
                rounds.recordValue(taken);
                if (taken > most) {
                    most = taken;
                    mostWaiting = waiting;
                }
            }
        }

        double seconds() {
            return nanos / 1e9;
        }

        long rounds() {
            return rounds.getTotalCount();
        }

        double millis(double percentile) {
            return Math.min(most, rounds.getValueAtPercentile(percentile)) / 1e6;
        }

        double longestMillis() {
            return most / 1e6;
        }

        /** Tasks that waited at the longest round. */
        int waitingAtLongest() {
            return mostWaiting;
        }
    }
}
