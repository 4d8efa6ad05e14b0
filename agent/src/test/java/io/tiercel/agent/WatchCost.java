package io.tiercel.agent;

import io.tiercel.agent.Agent.AgentIdentity;
import io.tiercel.agent.curve.CurveSettings;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.linux.IoPriority;
import io.tiercel.linux.PageCacheFiles;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Measures what watching costs. A whole agent runs with a number of watched files in memory, and its coordinator asks it once a
 * second. Prints the share of a core and the bytes of messages while nothing happens. Prints how long after a cold block was
 * read the coordinator knows of it.
 *
 * <p>Arguments: files, bytes of each, seconds of quiet. Writes that many files and deletes them.
 */
final class WatchCost {
    private static final int READS = 20;

    private final int files;
    private final int bytes;
    private final Duration phase;

    WatchCost(int files, int bytes, Duration phase) {
        this.files = files;
        this.bytes = bytes;
        this.phase = phase;
    }

    /**
     * What was measured.
     *
     * @param share of a core while nothing happened, of the agent's own threads
     * @param messagingShare of gRPC's threads, those of the played coordinator included
     * @param processShare of the whole process, JVM and played coordinator included
     * @param bytesPerSecond of the messages of both, while nothing happened
     * @param residentBytes of the watched files, as the agent told
     * @param latencies milliseconds from a read of a cold block to the report, in ascending order
     */
    record Result(
            double share,
            double messagingShare,
            double processShare,
            double bytesPerSecond,
            long residentBytes,
            long[] latencies) {}

    private record Quiet(double share, double messagingShare, double processShare, double bytesPerSecond) {}

    public static void main(String[] arguments) throws Exception {
        int files = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int bytes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 400_000;
        Duration phase = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 60);
        Result result = new WatchCost(files, bytes, phase).run();
        System.out.printf(
                "%d files watched, %.1f GB in memory: the agent's threads take %.3f%% of a core, gRPC's on both sides %.3f%%, the "
                        + "whole process %.3f%%; %.2f KB/s of messages; a block that is read is reported after %d ms (median), %d ms (most) of %d%n",
                files,
                result.residentBytes() / 1e9,
                100 * result.share(),
                100 * result.messagingShare(),
                100 * result.processShare(),
                result.bytesPerSecond() / 1e3,
                result.latencies()[result.latencies().length / 2],
                result.latencies()[result.latencies().length - 1],
                result.latencies().length);
    }

    Result run() throws IOException, InterruptedException {
        Path directory = PageCacheFiles.directory();
        Blocks blocks = new Blocks(directory);
        try (RemoteFake coordinator = new RemoteFake(0, 1_000, 60_000)) {
            List<BlockId> all = new ArrayList<>();
            for (int i = 0; i < files; i++) {
                all.add(blocks.add(i, bytes));
                Files.readAllBytes(blocks.file(i));
            }
            AgentSettings settings = new AgentSettings(
                    Optional.of("127.0.0.1:" + coordinator.port()),
                    new MemorySettings(0, 0, 100),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    0.004,
                    new ReadSettings(IoPriority.IDLE, Duration.ofMinutes(1)),
                    CurveSettings.OFF);
            Agent agent = Agent.start(
                    settings,
                    new AgentIdentity("uuid", "node", "test", false),
                    blocks,
                    Endpoint.parse(settings.coordinator().orElseThrow()),
                    ChannelSecurity.nameless());
            try {
                coordinator.order(ExchangeReply.newBuilder().addAllWatch(all).build());
                // The agent may look at a file before the kernel counts all of its pages, and tells again.
                until(() -> resident(coordinator) >= (long) files * bytes);
                long resident = resident(coordinator);
                // The compiler has come to rest by then.
                Thread.sleep(phase.toMillis() / 2);
                Quiet quiet = quiet(coordinator);
                return new Result(
                        quiet.share(),
                        quiet.messagingShare(),
                        quiet.processShare(),
                        quiet.bytesPerSecond(),
                        resident,
                        latencies(blocks, coordinator));
            } finally {
                agent.close();
            }
        } finally {
            delete(directory);
        }
    }

    /** Resident bytes of all blocks, by the last report on each. */
    private static long resident(RemoteFake coordinator) {
        Map<BlockId, Long> last = new HashMap<>();
        coordinator.cached.forEach(report -> last.put(report.getBlock(), report.getResidentBytes()));
        return last.values().stream().mapToLong(Long::longValue).sum();
    }

    private Quiet quiet(RemoteFake coordinator) throws InterruptedException {
        long own = cpuNanos("tiercel-");
        long messaging = cpuNanos("grpc-");
        long process = processNanos();
        int exchanged = coordinator.exchanged.size();
        long start = System.nanoTime();
        Thread.sleep(phase.toMillis());
        double nanos = System.nanoTime() - start;
        long bytes = coordinator.exchanged.subList(exchanged, coordinator.exchanged.size()).stream()
                .mapToLong(request -> request.getSerializedSize()
                        + ExchangeReply.getDefaultInstance().getSerializedSize())
                .sum();
        return new Quiet(
                (cpuNanos("tiercel-") - own) / nanos,
                (cpuNanos("grpc-") - messaging) / nanos,
                (processNanos() - process) / nanos,
                bytes * 1e9 / nanos);
    }

    private static long processNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    /** CPU time of the threads with this prefix; the agent's own talk, watch and migrate. */
    private static long cpuNanos(String names) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(names)) {
                nanos += threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        return nanos;
    }

    private long[] latencies(Blocks blocks, RemoteFake coordinator) throws IOException, InterruptedException {
        long[] millis = new long[Math.min(READS, files)];
        for (int i = 0; i < millis.length; i++) {
            BlockId block = Blocks.id((long) i * files / millis.length);
            Path file = blocks.file(block.getBlock());
            PageCacheFiles.evict(file);
            until(() -> last(coordinator, block) == 0);
            long began = System.nanoTime();
            Files.readAllBytes(file);
            until(() -> last(coordinator, block) == bytes);
            millis[i] = (System.nanoTime() - began) / 1_000_000;
        }
        Arrays.sort(millis);
        return millis;
    }

    private static long last(RemoteFake coordinator, BlockId block) {
        for (int i = coordinator.cached.size() - 1; i >= 0; i--) {
            if (coordinator.cached.get(i).getBlock().equals(block)) {
                return coordinator.cached.get(i).getResidentBytes();
            }
        }
        return -1;
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
