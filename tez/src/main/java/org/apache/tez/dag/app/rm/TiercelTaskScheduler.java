package org.apache.tez.dag.app.rm;

import io.tiercel.config.ConfigException;
import io.tiercel.containers.ContainerSettings;
import io.tiercel.containers.Placement;
import io.tiercel.record.ReadPlace;
import io.tiercel.tez.DagPlanner;
import io.tiercel.tez.TaskPlanner;
import io.tiercel.tez.TaskPlanner.Waiting;
import io.tiercel.tez.TezKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tez' scheduler, except that a policy chooses among the tasks that Tez could give a container: for the new containers of a heartbeat
 * together, and for a container that a task has left. Named by {@code tez.am.yarn.scheduler.class}. All else is Tez' own: the
 * order of vertices, affinity, blacklists, preemption, when a container is kept or released, and tasks whose input is not known.
 *
 * <p>If anything of Tiercel fails, Tez decides from then on.
 */
public class TiercelTaskScheduler extends DagAwareYarnTaskScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(TiercelTaskScheduler.class);

    private static final Resource UNLIMITED = Resource.newInstance(Long.MAX_VALUE, Integer.MAX_VALUE);

    /** As Tez' own scheduler has it until its configuration is read. */
    private static final int HEARTBEAT_MILLIS = 1000;

    private static final Set<ReadPlace> LOCAL =
            EnumSet.of(ReadPlace.PROCESS, ReadPlace.MEMORY, ReadPlace.SSD, ReadPlace.HDD);

    /** The request that is to get the one new container which a thread gives to Tez. */
    private record Planned(Thread thread, TaskRequest request) {}

    private final Set<NodeId> blacklisted = new HashSet<>();
    private volatile @Nullable TaskPlanner planner;
    private @Nullable PlannedClient client;
    private volatile @Nullable Planned planned;
    private volatile boolean failed;

    public TiercelTaskScheduler(TaskSchedulerContext context) {
        super(context);
    }

    @Override
    public void initialize() throws Exception {
        planner = ifNothingFails(this::createPlanner);
        if (planner == null) {
            super.initialize();
        } else {
            initialize(new PlannedClient(new AMRMClientImpl<>(), HEARTBEAT_MILLIS, this));
        }
    }

    private @Nullable TaskPlanner createPlanner() {
        try {
            Configuration conf = TezUtils.createConfFromUserPayload(getContext().getInitialUserPayload());
            ContainerSettings settings = TezKeys.read(conf);
            if (settings.policy().isEngineDefault()) {
                return null;
            }
            LOG.info(
                    "Tiercel: policy {} assigns tasks to containers",
                    settings.policy().name());
            return new DagPlanner(settings, getContext().getApplicationAttemptId(), conf);
        } catch (ConfigException e) {
            LOG.error("Tiercel: Tez' own scheduler decides, because the configuration is wrong: {}", e.getMessage());
        } catch (IOException e) {
            LOG.error(
                    "Tiercel: Tez' own scheduler decides, because its configuration cannot be read: {}", e.toString());
        }
        return null;
    }

    @Override
    void initialize(AMRMClientAsyncWrapper created) throws Exception {
        super.initialize(created);
        if (created instanceof PlannedClient ours) {
            client = ours;
            ours.choose((priority, location, capability) ->
                    ifNothingFails(() -> choose(ours, priority, location, capability)));
        }
    }

    /** For tests: another planner than that of the configuration. */
    void plan(TaskPlanner other) {
        planner = other;
    }

    private <T> @Nullable T ifNothingFails(Supplier<@Nullable T> step) {
        if (failed) {
            return null;
        }
        try {
            return step.get();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            failed = true;
            LOG.error("Tiercel: Tez' own scheduler decides from now on, because of {}", e.toString(), e);
            giveBack();
            return null;
        }
    }

    private void tell(Consumer<TaskPlanner> news) {
        TaskPlanner told = planner;
        if (told != null) {
            ifNothingFails(() -> {
                news.accept(told);
                return null;
            });
        }
    }

    @Override
    public void allocateTask(
            Object task,
            Resource capability,
            String @Nullable [] hosts,
            String @Nullable [] racks,
            Priority priority,
            Object signature,
            Object cookie) {
        tell(told -> told.requested(task));
        super.allocateTask(task, capability, hosts, racks, priority, signature, cookie);
    }

    @Override
    public boolean deallocateTask(Object task, boolean succeeded, TaskAttemptEndReason reason, String diagnostics) {
        tell(told -> {
            if (succeeded) {
                told.succeeded(task);
            } else {
                told.failed(task);
            }
        });
        return super.deallocateTask(task, succeeded, reason, diagnostics);
    }

    /** New containers that a plan gives a task go to Tez' code one by one, the others together as always. */
    @Override
    public void onContainersAllocated(List<Container> containers) {
        Map<Container, TaskRequest> plan = ifNothingFails(() -> plan(containers));
        if (plan == null || plan.isEmpty()) {
            super.onContainersAllocated(containers);
            return;
        }
        plan.forEach((container, request) -> {
            planned = new Planned(Thread.currentThread(), request);
            try {
                super.onContainersAllocated(List.of(container));
            } finally {
                planned = null;
            }
        });
        List<Container> others =
                containers.stream().filter(each -> !plan.containsKey(each)).toList();
        if (!others.isEmpty()) {
            super.onContainersAllocated(others);
        }
    }

    private synchronized Map<Container, TaskRequest> plan(List<Container> containers) {
        Map<Container, TaskRequest> plan = new LinkedHashMap<>();
        PlannedClient asked = client;
        TaskPlanner planning = planner;
        if (planning == null || asked == null) {
            return plan;
        }
        planning.awaitInput();
        containers.stream()
                .filter(container -> !blacklisted.contains(container.getNodeId()))
                .collect(Collectors.groupingBy(
                        container -> List.of(container.getPriority(), container.getResource()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .forEach(alike -> {
                    List<TaskRequest> waiting = candidates(
                            asked.waiting(alike.get(0).getPriority()),
                            alike.get(0).getResource());
                    waiting.removeAll(plan.values());
                    List<String> hosts = alike.stream()
                            .map(each -> each.getNodeId().getHost())
                            .toList();
                    for (Placement placement : round(hosts, waiting, any -> true)) {
                        plan.put(alike.get(placement.container()), waiting.get(placement.waiting()));
                    }
                });
        return plan;
    }

    private List<Placement> round(List<String> hosts, List<TaskRequest> waiting, Predicate<Placement> accepted) {
        TaskPlanner asked = planner;
        return asked == null || waiting.isEmpty()
                ? List.of()
                : asked.round(
                        hosts,
                        waiting.stream()
                                .map(each -> new Waiting(each.getTask(), hosts(each)))
                                .toList(),
                        accepted);
    }

    private static List<String> hosts(TaskRequest request) {
        return request.getNodes() == null ? List.of() : request.getNodes();
    }

    /** Requests that a plan may choose among: those of one vertex, of which it is known what they read. */
    private List<TaskRequest> candidates(Collection<TaskRequest> waiting, Resource capability) {
        List<TaskRequest> candidates = new ArrayList<>();
        for (TaskRequest request : waiting) {
            if (isOrdinary(request)
                    && Resources.fitsIn(request.getCapability(), capability)
                    && (candidates.isEmpty() || candidates.get(0).getVertexIndex() == request.getVertexIndex())) {
                candidates.add(request);
            }
        }
        return candidates;
    }

    /** Second attempts of a task that runs are to run elsewhere, and some requests are for a container by name: both are Tez' to place. */
    private boolean isOrdinary(TaskRequest request) {
        TaskPlanner asked = planner;
        return asked != null
                && request.getAffinity() == null
                && !runsAlready(request.getTask())
                && asked.knows(request.getTask());
    }

    private static boolean runsAlready(Object task) {
        Set<NodeId> nodes =
                task instanceof TaskAttempt attempt ? attempt.getTask().getNodesWithRunningAttempts() : null;
        return nodes != null && !nodes.isEmpty();
    }

    private @Nullable TaskRequest choose(PlannedClient asked, Priority priority, String location, Resource capability) {
        if (planner == null || location.equals(ResourceRequest.ANY) || location.startsWith("/")) {
            return null; // Nothing is near: Tez decides how long to wait.
        }
        Planned mine = planned;
        if (mine != null && mine.thread() == Thread.currentThread()) {
            return asked.waiting(priority).contains(mine.request()) ? mine.request() : null;
        }
        List<TaskRequest> waiting = candidates(asked.waiting(priority), capability);
        return round(
                        List.of(location),
                        waiting,
                        placement -> LOCAL.contains(placement.reads())
                                || hosts(waiting.get(placement.waiting())).contains(location))
                .stream()
                .map(placement -> waiting.get(placement.waiting()))
                .findFirst()
                .orElse(null);
    }

    /** Tez calls this at each heartbeat. */
    @Override
    public float getProgress() {
        tell(told -> requestInput());
        return super.getProgress();
    }

    private synchronized void requestInput() {
        TaskPlanner asked = planner;
        PlannedClient known = client;
        if (asked == null || known == null) {
            return;
        }
        for (Priority priority : known.priorities()) {
            Collection<TaskRequest> waiting = known.waiting(priority);
            if (asked.hasUnrequestedInput(waiting.iterator().next().getVertexIndex())) {
                round(List.of(), candidates(waiting, UNLIMITED), any -> true);
            }
        }
    }

    @Override
    public synchronized void blacklistNode(NodeId node) {
        blacklisted.add(node);
        super.blacklistNode(node);
    }

    @Override
    public synchronized void unblacklistNode(NodeId node) {
        blacklisted.remove(node);
        super.unblacklistNode(node);
    }

    @Override
    public synchronized void dagComplete() {
        tell(TaskPlanner::dagComplete);
        super.dagComplete();
    }

    @Override
    public void shutdown() throws Exception {
        try {
            super.shutdown();
        } finally {
            closePlanner();
        }
    }

    /** Else the DAG's input stays in memory as long as the session lives. Closing may wait, so it has a thread of its own. */
    private void giveBack() {
        Thread closing = new Thread(this::closePlanner, "tiercel-give-back");
        closing.setDaemon(true);
        closing.start();
    }

    private void closePlanner() {
        TaskPlanner ended = planner;
        if (ended != null) {
            try {
                ended.close();
            } catch (RuntimeException | Error e) {
                LOG.warn("Tiercel: what the last DAG refers to may not be given back, because of {}", e.toString());
            }
        }
    }
}
