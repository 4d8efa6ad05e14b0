package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The simulation of a subject.
 *
 * @param seconds from the job's call to its end: the median over seeds
 * @param shares of its tasks by where they read: the mean over seeds
 */
record SimulatedSubject(double seconds, Map<ReadPlace, Double> shares) {
    /** Simulates a subject with seeds from 1 on. */
    static SimulatedSubject of(SceneModel model, Subject subject, FittedCosts costs, int seeds) {
        double[] seconds = new double[seeds];
        Map<ReadPlace, Double> shares = new EnumMap<>(ReadPlace.class);
        for (long seed = 1; seed <= seeds; seed++) {
            RunResult run = Simulation.run(model.simulation(subject, costs).run(subject, costs, seed), 0);
            JobResult job = run.jobs().get(run.jobs().size() - 1);
            seconds[(int) seed - 1] =
                    costs.driver() + (job.duration() - job.job().lead()) / (double) Engine.SECOND;
            job.reads()
                    .forEach((locality, count) ->
                            shares.merge(place(locality), (double) count / job.maps() / seeds, Double::sum));
        }
        return new SimulatedSubject(Median.withDefaults().evaluate(seconds), shares);
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
}
