package io.tiercel.sim.worlds;

import io.tiercel.sim.compare.LeastTimes;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Policies compared over random worlds: how much faster each is than the better of the two that users have today, by the mean job time
 * of each world over its seeds.
 */
public record WorldComparison(List<WorldResult> worlds) {
    public static final String TIERCEL = "tiercel";
    private static final List<String> BASELINES = List.of("stock", "trident");
    /** The baselines first. */
    public static final List<String> POLICIES =
            Stream.concat(BASELINES.stream(), Stream.of(TIERCEL)).toList();
    /** By so much a policy may be slower without counting as worse. */
    private static final double TOLERANCE = 0.02;

    public WorldComparison {
        worlds = List.copyOf(worlds);
    }

    /**
     * A world, run under each policy with each seed.
     *
     * @param seconds mean job time by policy
     * @param overBound by policy, for each seed: the job's time by the least that any policy could take ({@link LeastTimes}); empty for
     *     worlds with several jobs, which delay one another
     */
    public record WorldResult(
            long number, String description, Map<String, Double> seconds, Map<String, List<Double>> overBound) {
        /** @param seeds how many, from 0 */
        public static WorldResult of(long number, int seeds) {
            RandomWorld world = new RandomWorld(number);
            Map<String, Double> seconds = new TreeMap<>();
            Map<String, List<Double>> overBound = new TreeMap<>();
            double[] least = new double[seeds];
            for (String policy : POLICIES) {
                double sum = 0;
                List<Double> over = new ArrayList<>();
                for (int seed = 0; seed < seeds; seed++) {
                    RunSpec spec = world.run(policy, seed);
                    boolean isFirst =
                            policy.equals(POLICIES.get(0)); // blocks lie at the same places under every policy
                    LeastTimes bounds = new LeastTimes(spec);
                    RunResult run = Simulation.run(spec, 0, isFirst ? bounds : RunListener.NONE);
                    double mean = meanJob(run);
                    sum += mean;
                    if (run.jobs().size() == 1) {
                        least[seed] =
                                isFirst ? bounds.of(run.jobs().get(0).job().name()) : least[seed];
                        over.add(mean / least[seed]);
                    }
                }
                seconds.put(policy, sum / seeds);
                overBound.put(policy, over);
            }
            return new WorldResult(number, world.toString(), seconds, overBound);
        }

        private static double meanJob(RunResult run) {
            return run.jobs().stream().mapToLong(JobResult::duration).average().orElseThrow() / 1e9;
        }

        /** The time of the better of stock and trident by that of a policy: above 1 if the policy is faster than both. */
        public double speedup(String policy) {
            double better = BASELINES.stream().mapToDouble(seconds::get).min().orElseThrow();
            return better / seconds.get(policy);
        }
    }

    /** The geometric mean of a policy's speedups. */
    public double meanSpeedup(String policy) {
        return Math.exp(Arrays.stream(speedups(policy)).map(Math::log).average().orElse(0));
    }

    /** The part of the worlds in which a policy is slower than the better of stock and trident by more than 2 %. */
    public double worse(String policy) {
        return Arrays.stream(speedups(policy))
                        .filter(speedup -> speedup < 1 - TOLERANCE)
                        .count()
                / (double) worlds.size();
    }

    /** A quantile of a policy's speedups. @param part 0 for the least, 1 for the most */
    public double quantile(String policy, double part) {
        return quantile(speedups(policy), part);
    }

    private static double quantile(double[] values, double part) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    /** How many jobs are alone in their world, and are compared with their bound: worlds by seeds. */
    public int lonelyJobs() {
        return overBound(TIERCEL).length;
    }

    /**
     * A quantile of the times of jobs that are alone in their world, by the least that any policy could take.
     *
     * @param part 0 for the least, 1 for the most
     * @throws IllegalStateException if there is no such job
     */
    public double overBound(String policy, double part) {
        if (lonelyJobs() == 0) {
            throw new IllegalStateException("expected a world with one job, got none");
        }
        return quantile(overBound(policy), part);
    }

    private double[] overBound(String policy) {
        return worlds.stream()
                .flatMap(world -> world.overBound().get(policy).stream())
                .mapToDouble(over -> over)
                .toArray();
    }

    private double[] speedups(String policy) {
        return worlds.stream().mapToDouble(world -> world.speedup(policy)).toArray();
    }

    /** The worlds in which a policy does worst, the worst first. */
    public List<WorldResult> worst(String policy, int count) {
        return worlds.stream()
                .sorted(Comparator.comparingDouble(world -> world.speedup(policy)))
                .limit(count)
                .toList();
    }
}
