package io.tiercel.bench.faults;

import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/** A cluster of slow devices with text in it, and jobs over that text under which things fail. */
final class FaultWorld implements AutoCloseable {
    static final long SEED = 20261121;
    static final int NODES = 4;

    private static final int BLOCKS_PER_NODE = 6;
    private static final int BLOCK = 1 << 20;

    /** A block takes half a second at least, so that a kill meets tasks that run. */
    private static final long SLOW = 2 * BLOCK;

    /** A fault under a job that is ready to go. It must let the job go. */
    @FunctionalInterface
    interface Fault {
        void happen(TieredCluster cluster, Conductor conductor) throws IOException;
    }

    /**
     * How a job ended.
     *
     * @param result what it counted
     * @param nanos from its going to its result
     * @param applicationNanos from its submission to the end of its driver
     * @param exitCode of its driver
     * @param log all that its driver printed
     */
    record Ended(long result, long nanos, long applicationNanos, int exitCode, String log) {}

    private final TieredCluster cluster;
    private final long expected;

    private FaultWorld(TieredCluster cluster, long expected) {
        this.cluster = cluster;
        this.expected = expected;
    }

    static FaultWorld start() throws IOException {
        TieredCluster cluster = TieredCluster.builder()
                .nodes(NODES)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(SLOW)
                .hddBytesPerSecond(SLOW)
                .pluginJar(bundle())
                .start();
        try {
            Random random = new Random(SEED);
            long expected = 0;
            for (int node = 0; node < NODES; node++) {
                expected += write(cluster.fileSystemOn(node), "/faults/part-" + node, random);
            }
            return new FaultWorld(cluster, expected);
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** The lines that a job must count. */
    long expected() {
        return expected;
    }

    int tasks() {
        return NODES * BLOCKS_PER_NODE;
    }

    /** @param conf of Spark, beside the cluster's */
    Ended run(Map<String, String> conf, Fault fault) throws IOException {
        cluster.evictPageCache();
        SparkApp app =
                SparkApp.of(FaultApplication.class.getName(), ownClasses()).conf(conf);
        long submitted = System.nanoTime();
        try (Conductor conductor = new Conductor();
                RunningSparkApp running =
                        cluster.submit(app.arguments(conductor.port(), cluster.hdfsUri() + "/faults"))) {
            int ready = conductor.ready();
            if (ready != tasks()) {
                throw new IllegalStateException("expected " + tasks() + " tasks, got " + ready);
            }
            long start = System.nanoTime();
            fault.happen(cluster, conductor);
            long result = Long.parseLong(conductor.awaitLine("result ", 1));
            long nanos = System.nanoTime() - start;
            RunningSparkApp.Outcome outcome = running.await();
            long applicationNanos = System.nanoTime() - submitted;
            return new Ended(result, nanos, applicationNanos, outcome.exitCode(), Files.readString(outcome.log()));
        }
    }

    /** Lines of one block in all, block by block, so that blocks end with lines. */
    private static long write(FileSystem fs, String file, Random random) throws IOException {
        long sum = 0;
        try (OutputStream out = fs.create(new org.apache.hadoop.fs.Path(file))) {
            int lines = BLOCKS_PER_NODE * BLOCK / 64;
            for (int i = 0; i < lines; i++) {
                String line = String.format("%063x", random.nextLong());
                sum += FaultApplication.crc(line);
                out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        return sum;
    }

    private static Path bundle() throws IOException {
        Path target = Path.of(Objects.requireNonNull(System.getProperty("tiercel.home")), "bundle", "target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> jars = files.filter(
                            file -> file.getFileName().toString().matches("tiercel-spark-.*(?<!sources)\\.jar"))
                    .toList();
            if (jars.size() != 1) {
                throw new IOException("expected the one jar that ships in " + target + ", found " + jars);
            }
            return jars.get(0);
        }
    }

    private static Path ownClasses() {
        return Path.of(FaultApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
