package io.tiercel.sim.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The eight applications of Trident's table 3, as far as the paper describes them: what dominates their time, and how much they read at each
 * scale. An application runs a job over its input for each iteration, one after the other.
 *
 * <p>Assumed: computing dominates at three times the cost of others; the network dominates if all input is shuffled, and others shuffle a tenth.
 * TeraSort writes all that it reads, others a tenth. Data has at least eight parts.
 */
public enum HiBench {
    TERA_SORT("TeraSort", false, true, 1, 1),
    WORD_COUNT("WordCount", true, false, 0.1, 1),
    AGGREGATION("Aggregation", false, false, 0.1, 1),
    JOIN("Join", true, false, 0.1, 1),
    BAYES("Bayes", true, true, 0.1, 1),
    K_MEANS("K-means", true, false, 0.1, 3),
    PAGE_RANK("PageRank", true, true, 0.1, 3),
    NUTCH_INDEX("NutchIndex", false, true, 0.1, 1);

    private static final long MIB = 1 << 20;
    private static final long BLOCK = 128 * MIB;
    private static final int PARTS = 8;
    private static final int REDUCES = 8;
    private static final long APART = 3_600 * 1_000_000_000L;
    private static final double LITTLE = 0.1;
    private static final double LIGHT = 1.0 / 3;

    private final String text;
    private final boolean computes;
    private final boolean shuffles;
    private final double output;
    private final int iterations;

    HiBench(String text, boolean computes, boolean shuffles, double output, int iterations) {
        this.text = text;
        this.computes = computes;
        this.shuffles = shuffles;
        this.output = output;
        this.iterations = iterations;
    }

    public enum Scale {
        SMALL(200 * MIB),
        LARGE(1_536 * MIB),
        HUGE(10_240 * MIB);

        private final long bytes;

        Scale(long bytes) {
            this.bytes = bytes;
        }

        /** Length of the input's blocks. */
        public long blockBytes() {
            return Math.min(BLOCK, bytes / PARTS);
        }
    }

    public String text() {
        return text;
    }

    /**
     * The application alone.
     *
     * @param lead nanoseconds from a job's submission until its tasks ask for slots
     * @param cpuSecondsPerByte of an application that computing dominates
     */
    public Workload workload(Scale scale, long lead, double cpuSecondsPerByte) {
        double cpu = computes ? cpuSecondsPerByte : LIGHT * cpuSecondsPerByte;
        long shuffle = shuffles ? scale.bytes : (long) (LITTLE * scale.bytes);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < iterations; i++) {
            String name = text + " " + (i + 1);
            Job job = new Job(name, i * APART, Optional.of("in"), scale.bytes, cpu, Optional.of(name + " out"), (long)
                    (output * scale.bytes));
            jobs.add(job.withReduce(new ReducePhase(REDUCES, shuffle, cpu)).withLead(lead));
        }
        return new Workload(List.of(new InputFile("in", scale.bytes)), jobs);
    }
}
