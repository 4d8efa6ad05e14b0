package io.tiercel.sim.worlds;

import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.Simulation;
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
    private static final List<String> POLICIES =
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
     */
    public record WorldResult(long number, String description, Map<String, Double> seconds) {
        /** @param seeds how many, from 0 */
        public static WorldResult of(long number, int seeds) {
            RandomWorld world = new RandomWorld(number);
            Map<String, Double> seconds = new TreeMap<>();
            for (String policy : POLICIES) {
                double sum = 0;
                for (int seed = 0; seed < seeds; seed++) {
                    sum += meanJob(Simulation.run(world.run(policy, seed), 0));
                }
                seconds.put(policy, sum / seeds);
            }
            return new WorldResult(number, world.toString(), seconds);
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
        double[] sorted = speedups(policy);
        Arrays.sort(sorted);
        return sorted[(int) Math.round(part * (sorted.length - 1))];
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
