package io.tiercel.bench.demo;

import io.tiercel.bench.demo.data.Dataset;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
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
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;

/** The embedded cluster of one demo. It ends with the demo, or with the process. */
final class DemoCluster implements AutoCloseable {
    private final TieredCluster cluster;
    private final Path directory;
    private final Thread hook = new Thread(this::end, "end of the cluster");
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean keepLogs;

    private DemoCluster(TieredCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    static DemoCluster start(DemoSettings settings, Path directory, Path pluginJar) {
        delete(directory);
        TieredCluster cluster = TieredCluster.builder()
                .nodes(settings.nodes())
                .racks(settings.racks())
                .slotsPerNode(settings.slots())
                .replication(settings.replication())
                .blockSize(settings.blockSize().bytes())
                .ssdBytesPerSecond(settings.ssd().bytes())
                .hddBytesPerSecond(settings.hdd().bytes())
                .workDir(directory)
                .pluginJar(pluginJar)
                .start();
        DemoCluster started = new DemoCluster(cluster, directory);
        Runtime.getRuntime().addShutdownHook(started.hook);
        return started;
    }

    TieredCluster cluster() {
        return cluster;
    }

    /** True once the cluster is being stopped: what fails from then on is no news. */
    boolean ended() {
        return ended.get();
    }

    /** What went wrong can be read in the logs, which stay. */
    void keepLogs() {
        keepLogs = true;
    }

    /** Writes data from all nodes at once; {@code written} hears of each file's bytes. */
    void write(List<Dataset> datasets, LongConsumer written) throws InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));
        try {
            List<FileSystem> nodes = new ArrayList<>();
            for (int node = 0; node < cluster.hosts().size(); node++) {
                nodes.add(cluster.fileSystemOn(node));
            }
            List<Callable<Void>> work = new ArrayList<>();
            datasets.forEach(dataset -> work.addAll(dataset.writers(nodes, written)));
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
        } catch (IOException e) {
            throw new CommandFailure(ExitCodes.NEGATIVE, "cannot delete " + directory + ": " + e.getMessage());
        }
    }
}
