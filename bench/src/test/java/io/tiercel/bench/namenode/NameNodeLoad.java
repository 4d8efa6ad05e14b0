package io.tiercel.bench.namenode;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.testkit.process.ClassPaths;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Measures what a NameNode of many files feels of a hint for all of them: how long its answers to other clients take with and without.
 * Then what reports of cached blocks, by which readers are sent to memory, cost under its lock.
 *
 * <p>Arguments: files, MiB of the NameNode's heap, rounds, seconds of each phase, most blocks reported as cached, calls a second
 * of the coordinator.
 */
public final class NameNodeLoad implements AutoCloseable {
    private static final int THREADS = 2;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int FILES_PER_DIRECTORY = 1_000;
    private static final int DATA_NODES = 3;

    private final int files;
    private final Process nameNode;
    private final BufferedReader answers;
    private final PrintWriter questions;
    private final int port;
    private final TiercelClient client;
    private final ManagedChannel channel;

    private NameNodeLoad(int files, int heapMiB, int callsPerSecond) throws IOException {
        this.files = files;
        int coordinator = freePort();
        nameNode = start(files, heapMiB, coordinator, callsPerSecond);
        answers = new BufferedReader(new InputStreamReader(nameNode.getInputStream(), StandardCharsets.UTF_8));
        questions = new PrintWriter(nameNode.getOutputStream(), true, StandardCharsets.UTF_8);
        port = Integer.parseInt(answer().split(" ")[1]);
        client = new TiercelClient(ClientSettings.of("127.0.0.1", coordinator, "reader"));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", coordinator)
                .usePlaintext()
                .build();
        for (int node = 0; node < DATA_NODES; node++) {
            AgentsGrpc.newBlockingStub(channel)
                    .register(RegisterRequest.newBuilder()
                            .setNode("00000000-0000-0000-0000-00000000000" + node)
                            .setHost("n" + node + ".example")
                            .setBudgetBytes(1L << 50)
                            .setPins(true)
                            .addDevices(Device.newBuilder()
                                    .setStorage("DS-" + node)
                                    .setStorageType("DISK")
                                    .setBytesPerSecond(1e8))
                            .build());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Process start(int files, int heapMiB, int coordinator, int callsPerSecond) throws IOException {
        ClassPaths paths = ClassPaths.ofThisBuild();
        Path directory = Files.createTempDirectory("name-node");
        Files.createDirectories(directory.resolve("conf/webapps/hdfs"));
        Map<String, String> keys = Map.ofEntries(
                Map.entry("fs.defaultFS", "hdfs://127.0.0.1:" + freePort()),
                Map.entry("dfs.namenode.http-address", "127.0.0.1:0"),
                Map.entry(
                        "dfs.namenode.name.dir",
                        directory.resolve("name").toUri().toString()),
                // The DataNodes do not exist: nobody may notice.
                Map.entry("dfs.namenode.heartbeat.recheck-interval", "86400000"),
                Map.entry("dfs.namenode.stale.datanode.interval", "86400000"),
                Map.entry("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin"),
                Map.entry("tiercel.coordinator.address", "127.0.0.1:" + coordinator),
                Map.entry("tiercel.coordinator.http-address", "127.0.0.1:0"),
                Map.entry("tiercel.coordinator.remote-reads", "never"),
                Map.entry("tiercel.coordinator.files.rate", Integer.toString(callsPerSecond)),
                Map.entry("tiercel.coordinator.agent.lease", "1h"));
        StringBuilder xml = new StringBuilder("<configuration>");
        keys.forEach((key, value) -> xml.append("<property><name>")
                .append(key)
                .append("</name><value>")
                .append(value)
                .append("</value></property>"));
        for (String site : List.of("core-site.xml", "hdfs-site.xml")) {
            Files.writeString(directory.resolve("conf").resolve(site), xml + "</configuration>");
        }
        List<String> classPath = new ArrayList<>(paths.hdfs());
        classPath.add(directory.resolve("conf").toString());
        classPath.add(paths.home().resolve("testkit-hdfs/target/test-classes").toString());
        classPath.add(bundle(paths.home()).toString());
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms" + heapMiB + "m",
                        "-Xmx" + heapMiB + "m",
                        "-XX:+UseG1GC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        String.join(System.getProperty("path.separator"), classPath),
                        "org.apache.hadoop.hdfs.server.namenode.LoadedNameNode",
                        Integer.toString(files))
                .redirectError(directory.resolve("name-node.log").toFile())
                .start();
    }

    private static Path bundle(Path home) throws IOException {
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(home.resolve("bundle-hdfs/target"), "tiercel-hdfs-[0-9]*.jar")) {
            return jars.iterator().next();
        }
    }

    /** The NameNode's next line; what logging prints there is passed over. */
    private String answer() throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith("ready ") || line.matches("[0-9 ]+")) {
                return line;
            }
        }
        throw new IOException(
                "the NameNode has ended; its log is name-node.log in a directory name-node… for temporary files");
    }

    private String ask(String question) throws IOException {
        questions.println(question);
        return answer();
    }

    private long heapMiB() throws IOException {
        return Long.parseLong(ask("heap")) >> 20;
    }

    /** Times of calls by other clients, in microseconds; the phase lasts at least {@code seconds}. */
    private long[] latencies(int seconds, long seed) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<List<Long>> times = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            List<Long> mine = new ArrayList<>();
            times.add(mine);
            SplittableRandom random = new SplittableRandom(seed + i);
            Thread thread = new Thread(() -> calls(mine, random, end));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return times.stream()
                .flatMap(List::stream)
                .mapToLong(each -> each / 1_000)
                .sorted()
                .toArray();
    }

    private void calls(List<Long> times, SplittableRandom random, long end) {
        Configuration conf = new Configuration(false);
        try (FileSystem hdfs = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:" + port), conf)) {
            while (System.nanoTime() < end) {
                int file = random.nextInt(files);
                var path = new org.apache.hadoop.fs.Path(
                        "/data/d%05d/part-%05d".formatted(file / FILES_PER_DIRECTORY, file % FILES_PER_DIRECTORY));
                long start = System.nanoTime();
                hdfs.getFileBlockLocations(path, 0, 1);
                times.add(System.nanoTime() - start);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Hints everything, over and over, until told to stop. */
    private final class Hinting extends Thread {
        private volatile boolean stopped;
        private final List<String> outcomes = new ArrayList<>();

        @Override
        public void run() {
            for (int i = 0; !stopped; i++) {
                long start = System.nanoTime();
                Answer<PrefetchReply> answer = client.prefetch(PrefetchRequest.newBuilder()
                                .setJob("all-" + i)
                                .addData(TiercelClient.path("/"))
                                .build())
                        .join();
                long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                outcomes.add(millis + " ms: "
                        + answer.value()
                                .map(reply -> reply.getBlocksCount() + " blocks, "
                                        + (reply.getSerializedSize() >> 20) + " MiB; "
                                        + (reply.getSkippedCount() == 0
                                                ? "all"
                                                : reply.getSkipped(reply.getSkippedCount() - 1)
                                                        .getText()))
                                .orElseGet(answer::why));
                client.release("all-" + i, List.of()).join();
            }
        }

        void end() throws InterruptedException {
            stopped = true;
            join();
        }
    }

    private static long quantile(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))];
    }

    /** Median and range, in milliseconds. */
    private static String range(List<Long> micros) {
        long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
        return "%.2f [%.2f to %.2f]"
                .formatted(sorted[sorted.length / 2] / 1e3, sorted[0] / 1e3, sorted[sorted.length - 1] / 1e3);
    }

    private void hints(int rounds, int seconds) throws Exception {
        System.out.printf("%d files; heap in use %d MiB%n", files, heapMiB());
        // Until the NameNode's code is compiled.
        Hinting warming = new Hinting();
        warming.start();
        latencies(seconds, 0);
        warming.end();
        List<List<Long>> quantiles = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            quantiles.add(new ArrayList<>());
        }
        for (int round = 0; round < rounds; round++) {
            long[] without = latencies(seconds, 2L * round);
            Hinting hinting = new Hinting();
            hinting.start();
            long[] with = latencies(seconds, 2L * round + 1);
            hinting.end();
            quantiles.get(0).add(quantile(without, 0.5));
            quantiles.get(1).add(quantile(with, 0.5));
            quantiles.get(2).add(quantile(without, 0.99));
            quantiles.get(3).add(quantile(with, 0.99));
            System.out.printf(
                    "round %d: %d calls without, %d with; p99 %d and %d microseconds; slowest %d and %d; %s%n",
                    round + 1,
                    without.length,
                    with.length,
                    quantile(without, 0.99),
                    quantile(with, 0.99),
                    without[without.length - 1],
                    with[with.length - 1],
                    hinting.outcomes.get(0));
        }
        System.out.printf(
                "median call: %s ms without, %s ms with a hint%n", range(quantiles.get(0)), range(quantiles.get(1)));
        System.out.printf(
                "p99 of calls: %s ms without, %s ms with a hint%n", range(quantiles.get(2)), range(quantiles.get(3)));
        double[] ratios = IntStream.range(0, rounds)
                .mapToDouble(round ->
                        (double) quantiles.get(3).get(round) / quantiles.get(2).get(round))
                .sorted()
                .toArray();
        System.out.printf(
                "p99 with a hint over without, round by round: median %.2f [%.2f to %.2f]%n",
                ratios[rounds / 2], ratios[0], ratios[rounds - 1]);
        client.prefetch(PrefetchRequest.newBuilder()
                        .setJob("kept")
                        .addData(TiercelClient.path("/"))
                        .build())
                .join();
        System.out.printf("heap in use with a hint held: %d MiB%n", heapMiB());
    }

    private void cached(int most) throws IOException {
        System.out.println("cached blocks: longest of three reports, rescans (milliseconds under the lock)");
        for (long blocks = 10_000; blocks <= most; blocks *= 10) {
            long[] nanos = Arrays.stream(ask("cached " + blocks).split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            System.out.printf(
                    "%,d: report %.1f; rescan %.1f, %.1f, %.1f%n",
                    blocks, nanos[0] / 1e6, nanos[2] / 1e6, nanos[3] / 1e6, nanos[4] / 1e6);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int[] numbers = Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        try (NameNodeLoad load = new NameNodeLoad(numbers[0], numbers[1], numbers[5])) {
            if (numbers[2] > 0) {
                load.hints(numbers[2], numbers[3]);
            }
            load.cached(numbers[4]);
        }
    }

    @Override
    public void close() {
        client.close();
        channel.shutdownNow();
        questions.close();
        try {
            if (!nameNode.waitFor(10, TimeUnit.SECONDS)) {
                nameNode.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            nameNode.destroyForcibly();
        }
    }
}
