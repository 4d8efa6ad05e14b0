package io.tiercel.demo.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.Encoders;

/** Jobs over shared storage: lines counted with a stated computing time for each MiB, and files copied into HDFS. */
public final class SharedStorageJobs {
    /** Key of the application: milliseconds that a task computes for each MiB of its input. */
    public static final String COMPUTING = "spark.demo.computing.millis";

    /** Key of the application: the directory whose files are copied. */
    public static final String COPY_FROM = "spark.demo.copy.from";

    /** Key of the application: which files below that are copied, such as {@code text/lineitem}. */
    public static final String COPIED = "spark.demo.copied";

    /** Key of the application: the directory in HDFS that receives them, under the same paths. */
    public static final String COPY_INTO = "spark.demo.copy.into";

    /** Key of the application: the same for the first of two jobs that run side by side. */
    public static final String FIRST_COMPUTING = "spark.demo.first.millis";

    /** Key of the application: the same for the second. */
    public static final String SECOND_COMPUTING = "spark.demo.second.millis";

    /** Key of the application: directories of the two jobs' tables below the data's own, with a comma between. */
    public static final String PARTS = "spark.demo.parts";

    /** Names of the two jobs. */
    public static final List<String> NAMES = List.of("A", "B");

    /** Local property of Spark's jobs that run side by side: which one it is. */
    static final String GROUP = "spark.demo.group";

    /** Spark's own. */
    private static final String POOL = "spark.scheduler.pool";

    private static final int BUFFER = 128 << 10;

    /** Bytes of a row of {@code lineitem} in Parquet, measured at 160 MiB. */
    private static final int ROW_BYTES = 61;

    private SharedStorageJobs() {}

    /** One row: how many lines there are, and a sum over all of them. */
    static List<String> compute(InputTables tables) {
        return List.of(row(sums(tables, COMPUTING).collect()));
    }

    private static JavaRDD<long[]> sums(InputTables tables, String computing) {
        double nanosPerByte = nanosPerByte(tables, computing);
        return tables.lines("lineitem")
                .mapPartitions(lines -> List.of(sum(lines, nanosPerByte)).iterator());
    }

    private static double nanosPerByte(InputTables tables, String computing) {
        long millis = Long.parseLong(tables.spark().conf().get(computing, "0"));
        return (double) TimeUnit.MILLISECONDS.toNanos(millis) / (1 << 20);
    }

    /** The same over all columns of the table in Parquet, whose reader has a whole row group in memory before it gives a row out. */
    static List<String> computeColumns(InputTables tables) {
        double nanosPerByte = nanosPerByte(tables, COMPUTING);
        tables.parquet("lineitem");
        JavaRDD<long[]> sums = tables.spark()
                .sql("SELECT hash(*) FROM lineitem")
                .as(Encoders.INT())
                .javaRDD()
                .mapPartitions(
                        hashes -> List.of(sumOfRows(hashes, nanosPerByte)).iterator());
        return List.of(row(sums.collect()));
    }

    private static String row(List<long[]> sums) {
        return sums.stream().mapToLong(each -> each[0]).sum() + "|"
                + sums.stream().mapToLong(each -> each[1]).sum();
    }

    /**
     * Two such jobs side by side, over parts of the data. The first is submitted first, so it has priority unless Spark's scheduler is fair.
     * A row for each.
     */
    static List<String> mix(InputTables tables) {
        SparkContext spark = tables.spark().sparkContext();
        String[] parts = tables.spark().conf().get(PARTS).split(",");
        boolean isWarmUp = tables.root().endsWith("/warm-up");
        List<JavaFutureAction<List<long[]>>> running = new ArrayList<>();
        try {
            for (int job = 0; job < NAMES.size(); job++) {
                spark.setLocalProperty(GROUP, NAMES.get(job));
                spark.setLocalProperty(POOL, NAMES.get(job));
                InputTables input =
                        isWarmUp ? tables : new InputTables(tables.spark(), tables.root() + "/" + parts[job]);
                running.add(sums(input, job == 0 ? FIRST_COMPUTING : SECOND_COMPUTING)
                        .collectAsync());
            }
            List<String> rows = new ArrayList<>();
            for (int job = 0; job < NAMES.size(); job++) {
                rows.add(NAMES.get(job) + "|" + row(running.get(job).get()));
            }
            return rows;
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("one of two jobs failed", e);
        } finally {
            spark.setLocalProperty(GROUP, null);
            spark.setLocalProperty(POOL, null);
        }
    }

    /**
     * Occupies all slots with computing, as much as for the input, and meanwhile has a second job wait that reads the first line of each
     * file. One row: how many files there are, and a sum over these lines.
     */
    static List<String> occupied(InputTables tables) {
        long millis = Long.parseLong(tables.spark().conf().get(COMPUTING, "0"));
        JavaSparkContext spark =
                JavaSparkContext.fromSparkContext(tables.spark().sparkContext());
        try {
            Path input = new Path(tables.root() + "/text/lineitem");
            long bytes = input.getFileSystem(spark.hadoopConfiguration())
                    .getContentSummary(input)
                    .getLength();
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis) * (bytes >> 20);
            List<Integer> slots =
                    IntStream.range(0, tables.parallelism()).boxed().toList();
            // First in, first out: the second job has no slot before.
            JavaFutureAction<Void> computing =
                    spark.parallelize(slots, slots.size()).foreachAsync(slot -> park(nanos));
            long[] total = tables.lines("lineitem")
                    .mapPartitions(lines -> List.of(new long[] {
                                1, lines.hasNext() ? lines.next().hashCode() : 0
                            })
                            .iterator())
                    .reduce((one, other) -> new long[] {one[0] + other[0], one[1] + other[1]});
            computing.get();
            return List.of(total[0] + "|" + total[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("the slots were not occupied", e);
        }
    }

    private static void park(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static long[] sum(Iterator<String> lines, double nanosPerByte) {
        EmulatedProcessor processor = new EmulatedProcessor(nanosPerByte);
        long count = 0;
        long sum = 0;
        while (lines.hasNext()) {
            String line = lines.next();
            count++;
            sum += line.hashCode();
            processor.compute(line.length() + 1);
        }
        return new long[] {count, sum};
    }

    private static long[] sumOfRows(Iterator<Integer> hashes, double nanosPerByte) {
        EmulatedProcessor processor = new EmulatedProcessor(nanosPerByte);
        long count = 0;
        long sum = 0;
        while (hashes.hasNext()) {
            count++;
            sum += hashes.next();
            processor.compute(ROW_BYTES);
        }
        return new long[] {count, sum};
    }

    /** Copies the files of the directory that mirrors the tables' own. A row for each file, with its length. */
    static List<String> copy(InputTables tables) {
        String from = tables.spark().conf().get(COPY_FROM);
        String into = tables.spark().conf().get(COPY_INTO);
        String directory = tables.root().substring(into.length()) + "/"
                + tables.spark().conf().get(COPIED);
        JavaSparkContext spark =
                JavaSparkContext.fromSparkContext(tables.spark().sparkContext());
        List<String> files = new ArrayList<>();
        try {
            Path listed = new Path(from + directory);
            for (FileStatus file :
                    listed.getFileSystem(spark.hadoopConfiguration()).listStatus(listed)) {
                files.add(file.getPath().getName());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return spark.parallelize(files, files.size())
                .map(name -> name + "|" + copy(new Path(from + directory, name), new Path(into + directory, name)))
                .collect();
    }

    private static long copy(Path from, Path into) throws IOException {
        Configuration conf =
                SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf());
        FileSystem target = into.getFileSystem(conf);
        IOUtils.copyBytes(from.getFileSystem(conf).open(from), target.create(into, true), BUFFER, true);
        return target.getFileStatus(into).getLen();
    }

    /**
     * Takes a stated time for each byte, and leaves this machine's processors alone meanwhile: the emulated nodes have processors of
     * their own, as they have devices.
     */
    private static final class EmulatedProcessor {
        private static final int PIECE = 64 << 10;

        private final double nanosPerByte;
        private int bytes;

        EmulatedProcessor(double nanosPerByte) {
            this.nanosPerByte = nanosPerByte;
        }

        void compute(int more) {
            bytes += more;
            if (bytes >= PIECE) {
                park((long) (bytes * nanosPerByte));
                bytes = 0;
            }
        }
    }
}
