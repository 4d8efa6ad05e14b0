package io.tiercel.demo.cluster;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.text.ProgressDisplay;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.lab.DeviceLab;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/** The embedded cluster of one demo. It ends with the demo, or with the process. */
public final class DemoCluster implements AutoCloseable {
    /** Room of a loop device for the warm-up's data, checksums and the file system's own. It is taken only when it is used. */
    private static final long LAB_EXTRA = 256L << 20;

    private final TieredCluster cluster;
    private final Path directory;
    private final Thread hook = new Thread(this::end, "end of the cluster");
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean keepLogs;

    private DemoCluster(TieredCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /** A cluster as the settings want it, with agents and a coordinator. */
    public static ClusterBuilder builder(DemoSettings settings, MemoryTierConfig memory) {
        ClusterBuilder builder = TieredCluster.builder()
                .nodes(settings.nodes())
                .racks(settings.racks())
                .slotsPerNode(settings.slots())
                .replication(settings.replication())
                .blockSize(settings.blockSize().bytes())
                .ssdBytesPerSecond(settings.ssd().bytes())
                .hddBytesPerSecond(settings.hdd().bytes());
        if (settings.lab()) {
            builder.loopDevices(2 * settings.size().bytes() + LAB_EXTRA);
        }
        return memory.in(builder);
    }

    /** Starts a cluster in a directory of its own, which goes with it. */
    public static DemoCluster start(ClusterBuilder builder, Path directory) {
        DeviceLab.clean(directory);
        delete(directory);
        DemoCluster started = new DemoCluster(builder.workDir(directory).start(), directory);
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    public TieredCluster cluster() {
        return cluster;
    }

    /** True once the cluster is being stopped: failures are expected from then on. */
    public boolean ended() {
        return ended.get();
    }

    public void keepLogs() {
        keepLogs = true;
    }

    /**
     * Writes from all nodes at once, and shows the progress.
     *
     * @param bytes to write, before replication
     * @param writers makes the pieces of work, given one client of HDFS per node, and a listener for each file's bytes
     */
    public void write(
            PrintStream out, long bytes, BiFunction<List<FileSystem>, LongConsumer, List<Callable<Void>>> writers)
            throws InterruptedException {
        try (ProgressDisplay progress =
                ProgressDisplay.of(out, "Writing data, some of it to warm up", ProgressDisplay.Unit.MEBIBYTES, bytes)) {
            write(nodes -> writers.apply(nodes, more -> progress.step(more, "")));
        }
    }

    /** Writes from all nodes at once: {@code writers} makes the pieces of work, given one client of HDFS per node. */
    public void write(Function<List<FileSystem>, List<Callable<Void>>> writers) throws InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));
        try {
            List<FileSystem> nodes = new ArrayList<>();
            for (int node = 0; node < cluster.hosts().size(); node++) {
                nodes.add(cluster.fileSystemOn(node));
            }
            List<Callable<Void>> work = writers.apply(nodes);
            for (Future<Void> part : threads.invokeAll(work)) {
                part.get();
            }
        } catch (IOException | ExecutionException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            throw new CommandFailure(
                    ExitCodes.NEGATIVE, "cannot write the data to " + cluster.hdfsUri() + ": " + cause.getMessage());
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
    }

    private void end() {
        if (!ended.getAndSet(true)) {
            cluster.close();
            deleteOwn();
        }
    }

    private void deleteOwn() {
        if (!keepLogs) {
            delete(directory);
            return;
        }
        try (Stream<Path> children = Files.list(directory)) {
            children.filter(child -> !child.endsWith("logs")).forEach(DemoCluster::delete);
        } catch (IOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot list " + directory + ": " + e.getMessage());
        }
    }

    private static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot delete " + directory + ": " + e.getMessage());
        }
    }
}
