package io.tiercel.sim.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The 46 jobs of Scheduled Caching's section 3.2 as far as the paper describes them: from SWIM, with varying weight on map, shuffle and reduce.
 * Data hardly counts for four tenths of them. All exist from the start, and run in their order.
 *
 * <p>Assumed: small jobs read 1 to 64 MB, others 200 to 500 MB (log-uniform, so that all inputs fit into the memory of ten slaves). A job's
 * shuffle and output are a fifth or all of its input, by turns.
 */
public final class ScheduledCachingJobs {
    private static final int JOBS = 46;
    private static final long MB = 1_000_000;
    private static final int SMALL_OF_TEN = 4;
    private static final int REDUCES = 10;

    private ScheduledCachingJobs() {}

    public static Workload of(long seed, double cpuSecondsPerByte) {
        Random random = new Random(seed);
        List<InputFile> files = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        for (int j = 0; j < JOBS; j++) {
            boolean small = j % 10 < SMALL_OF_TEN;
            long bytes = SyntheticSwim.size(random, small ? MB : 200 * MB, small ? 64 * MB : 500 * MB);
            files.add(new InputFile("in/" + j, bytes));
            long shuffle = j % 3 == 1 ? bytes : bytes / 5;
            long output = j % 3 == 2 ? bytes : bytes / 5;
            jobs.add(new Job(
                            "job" + j,
                            j,
                            Optional.of("in/" + j),
                            bytes,
                            cpuSecondsPerByte,
                            Optional.of("out/" + j),
                            output)
                    .withReduce(new ReducePhase(small ? 1 : REDUCES, shuffle, cpuSecondsPerByte)));
        }
        return new Workload(files, jobs);
    }
}
