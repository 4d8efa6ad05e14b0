package io.tiercel.tez;

import io.tiercel.containers.ContainerScheduler;
import io.tiercel.containers.ContainerScheduler.JobAttempt;
import io.tiercel.containers.ContainerSettings;
import io.tiercel.containers.Placement;
import io.tiercel.containers.WaitingTask;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.LocatorSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.tez.dag.app.dag.DAG;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tiercel's part of a Tez application master: its DAGs run one after another, and each vertex with root inputs is a stage. */
public final class DagPlanner implements TaskPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(DagPlanner.class);
    private static final long MOST_SECONDS = 5;

    private final ContainerSettings settings;
    private final Configuration conf;
    private final ApplicationAttemptId application;
    private final HostRegistry hosts = new HostRegistry(
            host -> Optional.ofNullable(RackResolver.resolve(host).getNetworkLocation()));
    private final BlockLocator locator;

    /** Guarded by this, as is all below. Null while no DAG runs, or none has asked for containers yet. */
    private @Nullable ContainerScheduler scheduler;

    private final Map<Integer, VertexTasks> vertices = new HashMap<>();
    private int tasks;
    private CompletableFuture<Void> ending = CompletableFuture.completedFuture(null);

    /** @param application the attempt of the master */
    public DagPlanner(ContainerSettings settings, ApplicationAttemptId application, Configuration conf) {
        this.settings = settings;
        this.application = application;
        this.conf = conf;
        this.locator = new BlockLocator(conf, hosts, LocatorSettings.DEFAULT);
    }

    private static int vertex(TaskAttempt attempt) {
        return attempt.getTaskAttemptID().getTaskID().getVertexID().getId();
    }

    /** The vertex of a task; null if it has no root inputs. */
    private @Nullable VertexTasks vertex(Object task) {
        return task instanceof TaskAttempt attempt ? vertices.get(vertex(attempt)) : null;
    }

    @Override
    public synchronized void requested(Object task) {
        if (!(task instanceof TaskAttempt attempt)) {
            return;
        }
        VertexTasks known = vertices.get(vertex(attempt));
        if (known == null) {
            Vertex vertex = attempt.getTask().getVertex();
            if (!RootInputFiles.has(vertex)) {
                return;
            }
            known = new VertexTasks(vertex, scheduler(vertex.getDAG()).stage(vertex(attempt), tasks));
            tasks += vertex.getTotalTasks();
            vertices.put(vertex(attempt), known);
        }
        known.requested(attempt);
    }

    private ContainerScheduler scheduler(DAG dag) {
        ContainerScheduler running = scheduler;
        if (running == null) {
            String records = application + "_dag_" + dag.getID().getId();
            running = new ContainerScheduler(
                    settings,
                    new JobAttempt(dag.getID().toString(), application, records, conf),
                    dag.getDagUGI(),
                    locator);
            scheduler = running;
        }
        return running;
    }

    @Override
    public synchronized void awaitInput() {
        vertices.values().forEach(each -> each.stage().awaitLocations());
    }

    @Override
    public synchronized boolean knows(Object task) {
        VertexTasks known = vertex(task);
        return known != null && known.knows((TaskAttempt) task);
    }

    @Override
    public synchronized List<Placement> round(
            List<String> containers, List<Waiting> waiting, Predicate<Placement> accepted) {
        VertexTasks known = waiting.isEmpty() ? null : vertex(waiting.get(0).task());
        if (known == null) {
            return List.of();
        }
        List<WaitingTask> tasks = waiting.stream()
                .map(each -> new WaitingTask(VertexTasks.task((TaskAttempt) each.task()), each.hosts()))
                .toList();
        List<Placement> placements = known.stage().round(containers, tasks, containers.size(), accepted);
        placements.forEach(
                each -> known.placed((TaskAttempt) waiting.get(each.waiting()).task()));
        return placements;
    }

    @Override
    public synchronized boolean hasUnrequestedInput(int vertex) {
        VertexTasks known = vertices.get(vertex);
        return known != null && known.stage().hasUnrequestedInput();
    }

    @Override
    public synchronized void succeeded(Object task) {
        VertexTasks known = vertex(task);
        if (known != null) {
            known.stage().finished(List.of(VertexTasks.task((TaskAttempt) task)));
        }
    }

    @Override
    public synchronized void failed(Object task) {
        VertexTasks known = vertex(task);
        if (known != null && known.hasPlaced((TaskAttempt) task)) {
            known.stage().stopped(List.of(VertexTasks.task((TaskAttempt) task)));
        }
    }

    /** To give back what the DAG refers to may take a moment, for which Tez does not wait. */
    @Override
    public synchronized void dagComplete() {
        ContainerScheduler ended = scheduler;
        forget();
        if (ended != null) {
            ending = CompletableFuture.runAsync(ended::close, job -> {
                Thread thread = new Thread(job, "tiercel-dag-end");
                thread.setDaemon(true);
                thread.start();
            });
        }
    }

    private void forget() {
        scheduler = null;
        vertices.clear();
        tasks = 0;
    }

    /** Waits until the last DAG's records are written, a few seconds at most. */
    @Override
    public synchronized void close() {
        dagComplete();
        try {
            ending.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Tiercel: the last DAG may leave something behind, because of {}", e.toString());
        }
        locator.close();
        hosts.close();
    }
}
