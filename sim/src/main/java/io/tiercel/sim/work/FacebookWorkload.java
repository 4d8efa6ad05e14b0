package io.tiercel.sim.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The Facebook workload of Trident's section 7.1 as far as the paper describes it: 1,000 jobs over six hours in the classes of table 2; 660 of them
 * read 380 files that are there at the start (76.8% of the files once, 4.5% more than five times), 340 read 63 files that jobs before them
 * have written (52.4% once, 25.4% more than five times).
 *
 * <p>What the paper leaves open, and what is done here: arrivals are uniform; sizes are log-uniform within the class, from 1 MiB; the largest
 * classes get the files that are read most often, without which the 380 files could not have 32 GB in all; a job whose output
 * nobody reads writes a fifth of its input (the paper's 947 such files have 47 GB).
 */
public final class FacebookWorkload {
    /** Jobs in all. */
    public static final int JOBS = 1_000;

    private static final long SIX_HOURS = 6 * 3_600 * 1_000_000_000L;
    private static final long SMALLEST = 1 << 20;
    private static final int LATER_FILES = 63;
    private static final int INPUT_BY_OUTPUT = 5;

    private final Random random;
    private final double cpuSecondsPerByte;
    private final int[] open = new int[SizeClass.values().length];

    private FacebookWorkload(long seed, double cpuSecondsPerByte) {
        this.random = new Random(seed);
        this.cpuSecondsPerByte = cpuSecondsPerByte;
        for (SizeClass each : SizeClass.values()) {
            open[each.ordinal()] = (int) Math.round(JOBS * each.share());
        }
    }

    /** The workload of a seed. */
    public static Workload of(long seed, double cpuSecondsPerByte) {
        return new FacebookWorkload(seed, cpuSecondsPerByte).workload();
    }

    /** A file that is read {@code reads} times. */
    private record Read(SizeClass sizeClass, long bytes, int reads) {}

    private Workload workload() {
        List<Integer> reads = new ArrayList<>(counts(292, 17, 71, 660));
        int initial = reads.size();
        reads.addAll(counts(33, 16, 14, 340));
        List<Read> all = sized(reads);
        List<InputFile> files = new ArrayList<>();
        List<Reader> readers = new ArrayList<>();
        for (int f = 0; f < all.size(); f++) {
            boolean later = f >= initial;
            Read file = all.get(f);
            if (!later) {
                files.add(new InputFile("in/" + f, file.bytes()));
            }
            for (int r = 0; r < file.reads(); r++) {
                readers.add(new Reader(file.bytes(), later ? Optional.empty() : Optional.of("in/" + f), f));
            }
        }
        return new Workload(files, jobs(readers, all, initial));
    }

    /** How often each of some files is read: some once, some often, the rest two to five times, and {@code sum} in all. */
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

    /** Gives each file a class, so that each class gets its jobs; in the order of {@code reads}. */
    private List<Read> sized(List<Integer> reads) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        order.sort(Comparator.comparing(reads::get, Comparator.reverseOrder()));
        Read[] files = new Read[reads.size()];
        for (int file : order) {
            SizeClass chosen = largestWith(reads.get(file));
            open[chosen.ordinal()] -= reads.get(file);
            files[file] = new Read(chosen, size(chosen), reads.get(file));
        }
        return List.of(files);
    }

    private SizeClass largestWith(int reads) {
        for (int c = open.length - 1; c > 0; c--) {
            if (open[c] >= reads) {
                return SizeClass.values()[c];
            }
        }
        return SizeClass.A;
    }

    /** {@link StrictMath}, so that every machine draws the same size. */
    private long size(SizeClass sizeClass) {
        double low = StrictMath.log(Math.max(SMALLEST, sizeClass.above() + 1));
        double high = StrictMath.log(sizeClass.upTo());
        long bytes = (long) StrictMath.exp(low + random.nextDouble() * (high - low));
        return Math.max(sizeClass.above() + 1, Math.min(sizeClass.upTo(), bytes));
    }

    /** A read of file number {@code file}; without a path while no job has been found that writes it. */
    private record Reader(long bytes, Optional<String> path, int file) {}

    /**
     * Reads of files that are there come at random; the files that jobs write are written by jobs of the first half, the readers of these
     * come after.
     */
    private List<Job> jobs(List<Reader> readers, List<Read> files, int initial) {
        List<Reader> free = new ArrayList<>(
                readers.stream().filter(r -> r.path().isPresent()).toList());
        List<Reader> bound =
                new ArrayList<>(readers.stream().filter(r -> r.path().isEmpty()).toList());
        Collections.shuffle(free, random);
        Collections.shuffle(bound, random);
        List<Reader> order = new ArrayList<>(free.subList(0, LATER_FILES));
        List<Reader> rest = new ArrayList<>(free.subList(LATER_FILES, free.size()));
        rest.addAll(bound);
        Collections.shuffle(rest, random);
        order.addAll(rest);
        long[] arrivals = new long[order.size()];
        Arrays.setAll(arrivals, j -> (long) (random.nextDouble() * SIX_HOURS));
        Arrays.sort(arrivals);
        List<Job> jobs = new ArrayList<>();
        for (int j = 0; j < order.size(); j++) {
            Reader reader = order.get(j);
            boolean writer = j < LATER_FILES;
            String input = reader.path().orElse("later/" + reader.file());
            String output = writer ? "later/" + (initial + j) : "out/" + j;
            long outputBytes = writer ? files.get(initial + j).bytes() : reader.bytes() / INPUT_BY_OUTPUT;
            jobs.add(new Job(
                    "job" + j,
                    arrivals[j],
                    Optional.of(input),
                    reader.bytes(),
                    cpuSecondsPerByte,
                    Optional.of(output),
                    outputBytes));
        }
        return List.copyOf(jobs);
    }
}
