package io.tiercel.sim.run;

import io.tiercel.sim.job.JobResult;

/** Prints the digests of some seeded scenarios, for another JVM to compare: {@code FIRST COUNT}. */
final class SeededDigests {
    private SeededDigests() {}

    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            System.out.println(line(seed));
        }
    }

    /** The digests of the logs of a scenario, and of it with faults, and what is beside them in the results. */
    static String line(long seed) {
        return line(seed, SeededScenarios.of(seed)) + " / " + line(seed, SeededScenarios.faulty(seed));
    }

    private static String line(long seed, RunSpec scenario) {
        RunResult run = Simulation.run(scenario, 0);
        return seed + " " + run.log().sha256() + " " + run.ended() + " " + run.events() + " "
                + run.jobs().stream().mapToLong(JobResult::taskNanos).sum();
    }
}
