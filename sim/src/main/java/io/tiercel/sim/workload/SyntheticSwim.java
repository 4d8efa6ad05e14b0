package io.tiercel.sim.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Jobs like the first 200 of SWIM's FB-2009 trace, scaled as in DYRS (section V-B). They have 170 GB of input in all: 173 jobs below 64 MB, 10 up
 * to 1 GB, 17 up to 24 GB. They arrive over 27 minutes, a quarter of the trace's time.
 *
 * <p>Counts, sums and ratios are those of the trace; single jobs are drawn. A few tiny jobs that write many GB are left out.
 */
public final class SyntheticSwim {
    private static final long KB = 1_000;
    private static final long MB = 1_000 * KB;
    private static final long GB = 1_000 * MB;
    private static final long SPAN = 1_646 * 1_000_000_000L;
    private static final long LARGE_SUM = 166 * GB;
    private static final long LARGEST = 24 * GB;
    private static final double MAPS_ALONE = 0.635;
    private static final double OUTPUT_BY_INPUT = 0.22;
    private static final long BY_REDUCE = 256 * MB;

    private final Random random;
    private final double cpuSecondsPerByte;
    private final long lead;

    private SyntheticSwim(long seed, double cpuSecondsPerByte, long lead) {
        this.random = new Random(seed);
        this.cpuSecondsPerByte = cpuSecondsPerByte;
        this.lead = lead;
    }

    /**
     * The workload of a seed.
     *
     * @param cpuSecondsPerByte of maps and of reduces
     * @param lead of each job, nanoseconds
     */
    public static Workload of(long seed, double cpuSecondsPerByte, long lead) {
        return new SyntheticSwim(seed, cpuSecondsPerByte, lead).workload();
    }

    private Workload workload() {
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < 173; i++) {
            sizes.add(size(random, KB, 64 * MB));
        }
        for (int i = 0; i < 10; i++) {
            sizes.add(size(random, 64 * MB, GB));
        }
        sizes.addAll(large());
        Collections.shuffle(sizes, random);
        long[] arrivals = new long[sizes.size()];
        Arrays.setAll(arrivals, j -> (long) (random.nextDouble() * SPAN));
        Arrays.sort(arrivals);
        List<InputFile> files = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        for (int j = 0; j < arrivals.length; j++) {
            files.add(new InputFile("in/" + j, sizes.get(j)));
            jobs.add(job(j, arrivals[j], sizes.get(j)));
        }
        return new Workload(files, jobs);
    }

    /** Seventeen from 1 GB on, stretched to their sum. */
    private List<Long> large() {
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            sizes.add(size(random, GB, LARGEST));
        }
        for (int round = 0; round < 100; round++) {
            double sum = sizes.stream().mapToLong(Long::longValue).sum();
            sizes.replaceAll(bytes -> Math.min(LARGEST, (long) (bytes * (LARGE_SUM / sum))));
        }
        return sizes;
    }

    /** Log-uniform; {@link StrictMath}, so that every machine draws the same. */
    static long size(Random random, long low, long high) {
        double from = StrictMath.log(low);
        double to = StrictMath.log(high);
        return Math.max(low, Math.min(high, (long) StrictMath.exp(from + random.nextDouble() * (to - from))));
    }

    private Job job(int number, long arrival, long bytes) {
        String name = "job" + number;
        Job job = new Job(
                        name,
                        arrival,
                        Optional.of("in/" + number),
                        bytes,
                        cpuSecondsPerByte,
                        Optional.of("out/" + number),
                        (long) (bytes * OUTPUT_BY_INPUT))
                .withLead(lead);
        boolean shuffles = bytes >= GB || random.nextDouble() >= MAPS_ALONE;
        int reduces = (int) Math.max(1, bytes / BY_REDUCE);
        return shuffles ? job.withReduce(new ReducePhase(reduces, bytes, cpuSecondsPerByte)) : job;
    }
}
