package io.tiercel.cli.sim;

import io.tiercel.sim.engine.TransferListener;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.RunListener;
import java.util.concurrent.atomic.AtomicLong;

/** Counts ended jobs, measures rounds, and passes all events on. */
record CountingListener(RunListener next, AtomicLong jobs, RoundTimes times) implements RunListener {
    @Override
    public void jobEnds(long time, JobResult job) {
        jobs.incrementAndGet();
        next.jobEnds(time, job);
    }

    @Override
    public void taskStarts(long time, int node) {
        next.taskStarts(time, node);
    }

    @Override
    public void taskEnds(long time, int node) {
        next.taskEnds(time, node);
    }

    @Override
    public void nodeFails(long time, int node) {
        next.nodeFails(time, node);
    }

    @Override
    public void nodeReturns(long time, int node) {
        next.nodeReturns(time, node);
    }

    @Override
    public void migrationBegins(long time, int node) {
        next.migrationBegins(time, node);
    }

    @Override
    public void migrationEnds(long time, int node) {
        next.migrationEnds(time, node);
    }

    @Override
    public void roundBegins() {
        times.beginRound();
        next.roundBegins();
    }

    @Override
    public void roundEnds(int waiting) {
        times.endRound(waiting);
        next.roundEnds(waiting);
    }

    @Override
    public TransferListener transfers() {
        return next.transfers();
    }
}
