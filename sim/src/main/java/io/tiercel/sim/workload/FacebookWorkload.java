package io.tiercel.sim.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The Facebook workload of Trident's section 7.1 as far as the paper describes it: 1,000 jobs over six hours in the classes of table 2. 660 jobs
 * read 380 first files: 76.8% of these once, 4.5% more than five times. 340 jobs read 63 files that jobs before them have written: 52.4% once,
 * 25.4% more than five times.
 *
 * <p>Assumed: within a class sizes follow a bounded Pareto distribution from 2 MiB on, which gives each class table 2's share of the I/O. Jobs are
 * drawn at random and their files taken for a class, so that larger classes have more popular files. This is repeated until the 380 files have 32
 * GB and the 63 files 13 GB, which adds up to the paper's 92 GB of reads. Jobs arrive in bursts of half a minute. The 63 files are written in the
 * first three quarters. A job takes any remaining read whose file exists. A job whose output nobody reads writes a fifth of its input (the paper's
 * 947 such files have 47 GB). Reduces fetch as much as they write, one for each two blocks.
 */
public final class FacebookWorkload {
    public static final int JOBS = 1_000;

    private static final long SECOND = 1_000_000_000L;
    private static final long SIX_HOURS = 6 * 3_600 * SECOND;
    private static final long BURST = 30 * SECOND;
    private static final long SMALLEST = 2 << 20;
    private static final long REDUCE_BYTES = 256 << 20;
    private static final int LATER_FILES = 63;
    private static final double USUAL_BURST = 6;
    private static final int INPUT_BY_OUTPUT = 5;
    private static final double START_BYTES = 32.0 * (1 << 30);
    private static final double LATER_BYTES = 13.0 * (1 << 30);
    private static final double TOLERANCE = 0.1;

    private final Random random;
    private final Costs costs;

    /**
     * Costs that the paper does not give.
     *
     * @param lead nanoseconds from a job's submission until its tasks ask for slots
     * @param cpuSecondsPerByte computing of maps and reduces by their input
     * @param burst mean number of jobs that arrive within half a minute; 1 for independent jobs
     */
    public record Costs(long lead, double cpuSecondsPerByte, double burst) {}

    private FacebookWorkload(long seed, Costs costs) {
        this.random = new Random(seed);
        this.costs = costs;
    }

    /** The workload of a seed, in bursts of six, without leads. */
    public static Workload of(long seed, double cpuSecondsPerByte) {
        return of(seed, new Costs(0, cpuSecondsPerByte, USUAL_BURST));
    }

    public static Workload of(long seed, Costs costs) {
        return new FacebookWorkload(seed, costs).workload();
    }

    /** A file that is read {@code reads} times. */
    private record Read(long bytes, int reads) {}

    private Workload workload() {
        List<Integer> reads = new ArrayList<>(counts(292, 17, 71, 660));
        int initial = reads.size();
        Collections.shuffle(reads, random); // popular files are no newer than the rest
        reads.addAll(counts(33, 16, 14, 340));
        List<Read> all = sized(reads, initial);
        List<InputFile> files = new ArrayList<>();
        for (int f = 0; f < initial; f++) {
            files.add(new InputFile(path(f, initial), all.get(f).bytes()));
        }
        return new Workload(files, jobs(all, initial));
    }

    private static String path(int file, int initial) {
        return (file < initial ? "in/" : "later/") + file;
    }

    /** How often each file is read: some once, some often, the rest two to five times, {@code sum} times in all. */
    private List<Integer> counts(int once, int often, int rest, int sum) {
        List<Integer> counts = new ArrayList<>(Collections.nCopies(once, 1));
        int left = sum - once;
        for (int i = 0; i < rest; i++) {
            int count = 2 + (i % 5) / 2; // 2, 2, 3, 3, 4
            counts.add(count);
            left -= count;
        }
        for (int i = 0; i < often; i++) {
            int count = left / (often - i);
            counts.add(count);
            left -= count;
        }
        return counts;
    }

    /** Files of the classes, drawn until the first and the later files have as many bytes as in the paper, within {@link #TOLERANCE}. */
    private List<Read> sized(List<Integer> reads, int initial) {
        while (true) {
            List<Read> drawn = drawn(reads);
            if (isAbout(START_BYTES, drawn.subList(0, initial))
                    && isAbout(LATER_BYTES, drawn.subList(initial, drawn.size()))) {
                return drawn;
            }
        }
    }

    private static boolean isAbout(double expected, List<Read> files) {
        double bytes = files.stream().mapToLong(Read::bytes).sum();
        return Math.abs(bytes / expected - 1) < TOLERANCE;
    }

    /**
     * Gives each file a class, so that each class gets its jobs: jobs are drawn at random and their files taken, the largest class first.
     * Popular files are likelier to be of a large class.
     */
    private List<Read> drawn(List<Integer> reads) {
        List<Integer> jobs = new ArrayList<>();
        for (int file = 0; file < reads.size(); file++) {
            jobs.addAll(Collections.nCopies(reads.get(file), file));
        }
        Collections.shuffle(jobs, random);
        Read[] files = new Read[reads.size()];
        for (int c = SizeClass.values().length - 1; c > 0; c--) {
            SizeClass sizeClass = SizeClass.values()[c];
            int open = (int) Math.round(JOBS * sizeClass.share());
            for (int job = 0; job < jobs.size() && open > 0; job++) {
                int file = jobs.get(job);
                if (files[file] == null && reads.get(file) <= open) {
                    files[file] = new Read(size(sizeClass), reads.get(file));
                    open -= reads.get(file);
                }
            }
        }
        Arrays.setAll(files, f -> files[f] == null ? new Read(size(SizeClass.A), reads.get(f)) : files[f]);
        return List.of(files);
    }

    /** Bounded Pareto of index 1. */
    private long size(SizeClass sizeClass) {
        double low = Math.max(SMALLEST, sizeClass.above() + 1);
        double high = sizeClass.upTo();
        long bytes = (long) (low / (1 - random.nextDouble() * (1 - low / high)));
        return Math.max(sizeClass.above() + 1, Math.min(sizeClass.upTo(), bytes));
    }

    /** The jobs in the order of their arrivals. Each takes any remaining read whose file exists. */
    private List<Job> jobs(List<Read> files, int initial) {
        List<Integer> open = new ArrayList<>();
        for (int f = 0; f < initial; f++) {
            open.addAll(Collections.nCopies(files.get(f).reads(), f));
        }
        boolean[] writes = writers();
        long[] arrivals = arrivals();
        List<Job> jobs = new ArrayList<>();
        int later = initial;
        for (int j = 0; j < JOBS; j++) {
            int last = open.size() - 1;
            Collections.swap(open, random.nextInt(open.size()), last);
            int input = open.remove(last);
            long bytes = files.get(input).bytes();
            long outputBytes = bytes / INPUT_BY_OUTPUT;
            String output = "out/" + j;
            if (writes[j]) {
                outputBytes = files.get(later).bytes();
                output = path(later, initial);
                open.addAll(Collections.nCopies(files.get(later).reads(), later));
                later++;
            }
            int reduces = (int) (1 + outputBytes / REDUCE_BYTES);
            Job job = new Job(
                    "job" + j,
                    arrivals[j],
                    Optional.of(path(input, initial)),
                    bytes,
                    costs.cpuSecondsPerByte(),
                    Optional.of(output),
                    outputBytes);
            jobs.add(job.withReduce(new ReducePhase(reduces, outputBytes, costs.cpuSecondsPerByte()))
                    .withLead(costs.lead()));
        }
        return List.copyOf(jobs);
    }

    /** The jobs that write a file which others read. */
    private boolean[] writers() {
        List<Integer> candidates =
                new ArrayList<>(IntStream.range(0, JOBS * 3 / 4).boxed().toList());
        Collections.shuffle(candidates, random);
        boolean[] writes = new boolean[JOBS];
        candidates.subList(0, LATER_FILES).forEach(j -> writes[j] = true);
        return writes;
    }

    private long[] arrivals() {
        int bursts = (int) Math.max(1, Math.round(JOBS / costs.burst()));
        long[] begins = new long[bursts];
        Arrays.setAll(begins, b -> (long) (random.nextDouble() * (SIX_HOURS - BURST)));
        long[] arrivals = new long[JOBS];
        Arrays.setAll(arrivals, j -> begins[random.nextInt(bursts)] + (long) (random.nextDouble() * BURST));
        Arrays.sort(arrivals);
        return arrivals;
    }

    /** The six bins of jobs by input size in Trident's table 2, with their shares. MB and GB are binary, as in block sizes. */
    public enum SizeClass {
        A(0, 128, 0.744),
        B(128, 512, 0.162),
        C(512, 1024, 0.040),
        D(1024, 2048, 0.030),
        E(2048, 5120, 0.016),
        F(5120, 10240, 0.008);

        private static final long MIB = 1 << 20;

        private final long above;
        private final long upTo;
        private final double share;

        SizeClass(long above, long upTo, double share) {
            this.above = above * MIB;
            this.upTo = upTo * MIB;
            this.share = share;
        }

        /** Exclusive lower bound, bytes. */
        public long above() {
            return above;
        }

        /** Inclusive upper bound, bytes. */
        public long upTo() {
            return upTo;
        }

        public double share() {
            return share;
        }

        /** The class of an input; larger inputs are in the last class. */
        public static SizeClass of(long bytes) {
            for (SizeClass each : values()) {
                if (bytes <= each.upTo) {
                    return each;
                }
            }
            return F;
        }
    }
}
