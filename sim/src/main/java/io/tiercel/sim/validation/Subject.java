package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Median;

/**
 * All runs of one job under one treatment.
 *
 * @param runs at least one
 */
record Subject(MeasuredScene scene, SceneModel model, String treatment, String job, List<MeasuredRun> runs) {
    private static final int WRITERS = 2;

    Subject {
        runs = List.copyOf(runs);
    }

    double medianSeconds() {
        return Median.withDefaults()
                .evaluate(runs.stream().mapToDouble(MeasuredRun::seconds).toArray());
    }

    MeasuredRun any() {
        return runs.get(0);
    }

    SceneModel.Use use() {
        return model.use(this);
    }

    /**
     * The simulation of a subject.
     *
     * @param seconds from the job's call to its end: the median over seeds
     * @param shares of its tasks by where they read: the mean over seeds
     */
    record Simulated(double seconds, Map<ReadPlace, Double> shares) {}

    /** Simulates it with seeds from 1 on. */
    Simulated simulated(FittedCosts costs, int seeds) {
        double[] seconds = new double[seeds];
        Map<ReadPlace, Double> shares = new EnumMap<>(ReadPlace.class);
        for (long seed = 1; seed <= seeds; seed++) {
            RunResult run = Simulation.run(model.simulation(this, costs).run(this, costs, seed), 0);
            JobResult job = run.jobs().get(run.jobs().size() - 1);
            seconds[(int) seed - 1] =
                    costs.driver() + (job.duration() - job.job().lead()) / (double) Engine.SECOND;
            job.reads()
                    .forEach((locality, count) ->
                            shares.merge(place(locality), (double) count / job.maps() / seeds, Double::sum));
        }
        return new Simulated(Median.withDefaults().evaluate(seconds), shares);
    }

    private static ReadPlace place(Locality locality) {
        return switch (locality) {
            case MEMORY_LOCAL -> ReadPlace.MEMORY;
            case SSD_LOCAL -> ReadPlace.SSD;
            case HDD_LOCAL -> ReadPlace.HDD;
            case MEMORY_ELSEWHERE, RACK_LOCAL -> ReadPlace.RACK;
            case ELSEWHERE -> ReadPlace.REMOTE;
            case NO_INPUT -> ReadPlace.UNKNOWN;
        };
    }

    /**
     * Lengths of the input's blocks; a task reads one each. The demo's two writers fill blocks one after the other, and leave one each that is
     * not full. If the input does not match that, as columns of a table, all blocks are equal.
     */
    List<Long> blocks() {
        int tasks = any().tasks();
        long full = scene.testbed().blockBytes();
        long rest = any().inputBytes() - full * (tasks - WRITERS);
        boolean tails = tasks > WRITERS && rest >= WRITERS && rest <= WRITERS * full;
        List<Long> blocks = new ArrayList<>();
        for (int b = 0; b < tasks; b++) {
            boolean last = b == tasks / WRITERS - 1 || b == tasks - 1;
            blocks.add(
                    tails
                            ? last ? part(rest, b == tasks - 1 ? 1 : 0, WRITERS) : full
                            : part(any().inputBytes(), b, tasks));
        }
        return blocks;
    }

    /** The part with number {@code i} of {@code of} equal parts of whole bytes. */
    private static long part(long bytes, int i, int of) {
        return bytes * (i + 1) / of - bytes * i / of;
    }
}
