package org.apache.hadoop.mapreduce.v2.app.rm;

import io.tiercel.containers.Placement;
import io.tiercel.containers.WaitingTask;
import io.tiercel.mapreduce.MapPlanner;
import io.tiercel.mapreduce.TiercelCounter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.AppContext;
import org.apache.hadoop.mapreduce.v2.app.client.ClientService;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.event.JobCounterUpdateEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptContainerAssignedEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.AMPreemptionPolicy;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.RackResolver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's allocator, except that a policy assigns ordinary maps to ordinary containers. It takes these containers out of the answer of
 * the ResourceManager before Hadoop's code sees it. All others stay there: those for maps that have failed, opportunistic ones, those for
 * reducers, and those on blacklisted nodes. Maps that have failed or run speculatively are left to Hadoop too.
 *
 * <p>If anything of Tiercel fails, Hadoop assigns that heartbeat's containers and all later ones.
 */
public class MatchedContainerAllocator extends RMContainerAllocator {
    private static final Logger LOG = LoggerFactory.getLogger(MatchedContainerAllocator.class);

    private final MapPlanner planner;
    private final boolean counts;

    /** Maps of which an attempt has ended, and that were not seen to have succeeded yet. */
    private final Set<TaskId> ended = new LinkedHashSet<>();

    /** Maps that were seen to run, and not to end. */
    private final Set<TaskId> placed = new LinkedHashSet<>();

    private boolean failed;

    /** @param counts whether the job's counters say from where maps read */
    public MatchedContainerAllocator(
            ClientService clientService,
            AppContext context,
            AMPreemptionPolicy preemption,
            MapPlanner planner,
            boolean counts) {
        super(clientService, context, preemption);
        this.planner = planner;
        this.counts = counts;
    }

    @Override
    protected AllocateResponse makeRemoteRequest() throws YarnException, IOException {
        unlessFailed(this::sayWhatIsPreferred);
        AllocateResponse response = super.makeRemoteRequest();
        unlessFailed(() -> {
            noteEnded(response.getCompletedContainersStatuses());
            reportFinished();
            assign(response);
        });
        return response;
    }

    private void unlessFailed(Runnable step) {
        if (failed) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            failed = true;
            LOG.error("Tiercel: Hadoop assigns all further maps, because of {}", e.toString(), e);
        }
    }

    private void sayWhatIsPreferred() {
        if (planner.prefersContainers()) {
            List<ContainerRequest> maps = waiting();
            planner.statePreferences(
                    PRIORITY_MAP.getPriority(),
                    maps.stream().map(MatchedContainerAllocator::waitingTask).toList());
        }
    }

    private static WaitingTask waitingTask(ContainerRequest map) {
        return new WaitingTask(map.attemptID.getTaskId().getId(), Arrays.asList(map.hosts));
    }

    private void assign(AllocateResponse response) {
        List<Container> containers = response.getAllocatedContainers().stream()
                .filter(this::isOrdinary)
                .toList();
        boolean asked = planner.hasUnrequestedInput();
        if (containers.isEmpty() && !asked) {
            return;
        }
        List<ContainerRequest> maps = waiting();
        List<Container> fitting = maps.isEmpty()
                ? List.of()
                : containers.stream()
                        .filter(container -> fits(container, maps.get(0)))
                        .toList();
        if (fitting.isEmpty() && !asked) {
            return;
        }
        List<Placement> placements = planner.round(
                fitting.stream().map(MatchedContainerAllocator::host).toList(),
                maps.stream().map(MatchedContainerAllocator::waitingTask).toList(),
                room(response));
        if (placements.isEmpty()) {
            return;
        }
        // Hadoop does so after this call, but launchers may need them before.
        for (NMToken token : response.getNMTokens()) {
            NMTokenCache.setNMToken(token.getNodeId().toString(), token.getToken());
        }
        Set<ContainerId> taken = new HashSet<>();
        try {
            for (Placement placement : placements) {
                Container container = fitting.get(placement.container());
                taken.add(container.getId());
                assign(container, maps.get(placement.waiting()), TiercelCounter.of(placement.reads()));
            }
        } finally {
            response.setAllocatedContainers(response.getAllocatedContainers().stream()
                    .filter(container -> !taken.contains(container.getId()))
                    .toList());
            scheduleReducers();
        }
    }

    /**
     * Hadoop decides anew how many reducers to ask for whenever it sees a container. It does so after every event too, and knows none
     * without a type.
     */
    private void scheduleReducers() {
        handleEvent(new ContainerAllocatorEvent(null, null));
    }

    private boolean isOrdinary(Container container) {
        return PRIORITY_MAP.equals(container.getPriority()) && !isNodeBlacklisted(host(container));
    }

    private static String host(Container container) {
        return container.getNodeId().getHost();
    }

    private boolean fits(Container container, ContainerRequest map) {
        return ResourceCalculatorUtils.computeAvailableContainers(
                        container.getResource(), map.capability, getSchedulerResourceTypes())
                > 0;
    }

    /** Maps that wait for ordinary containers, except second attempts of maps that run: those are to run elsewhere. */
    private List<ContainerRequest> waiting() {
        Set<TaskId> running = maps(getAssignedRequests().maps.keySet());
        return getScheduledRequests().maps.values().stream()
                .filter(map -> PRIORITY_MAP.equals(map.priority))
                .filter(map -> !running.contains(map.attemptID.getTaskId()))
                .toList();
    }

    /**
     * How many maps may be started without exceeding {@code mapreduce.job.running.map.limit}. Containers that have ended count as
     * running until Hadoop sees the answer; and it serves maps that have failed first.
     */
    private int room(AllocateResponse response) {
        int limit = getConfig().getInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, MRJobConfig.DEFAULT_JOB_RUNNING_MAP_LIMIT);
        if (limit <= 0) {
            return Integer.MAX_VALUE;
        }
        int running = runningAfter(response.getCompletedContainersStatuses()).size();
        long reserved = response.getAllocatedContainers().stream()
                .filter(container -> PRIORITY_FAST_FAIL_MAP.equals(container.getPriority()))
                .count();
        return (int) Math.max(0, limit - running - reserved);
    }

    /** Attempts of maps whose containers have not ended; Hadoop does not know yet which have. */
    private Set<TaskAttemptId> runningAfter(List<ContainerStatus> completed) {
        Set<TaskAttemptId> running = new HashSet<>(getAssignedRequests().maps.keySet());
        completed.forEach(container -> running.remove(getAssignedRequests().get(container.getContainerId())));
        return running;
    }

    private static Set<TaskId> maps(Collection<TaskAttemptId> attempts) {
        return attempts.stream().map(TaskAttemptId::getTaskId).collect(Collectors.toSet());
    }

    /** As Hadoop's own code assigns a container, with the same counters. */
    @SuppressWarnings("unchecked") // Hadoop's field has no type argument.
    private void assign(Container container, ContainerRequest map, TiercelCounter reads) {
        TaskAttemptId attempt = map.attemptID;
        getScheduledRequests().maps.remove(attempt);
        try {
            decContainerReq(map);
            eventHandler.handle(new TaskAttemptContainerAssignedEvent(attempt, container, applicationACLs));
        } catch (RuntimeException | Error e) {
            takeBack(container, map);
            throw e;
        }
        getAssignedRequests().add(container, attempt);
        placed.add(attempt.getTaskId());
        JobCounterUpdateEvent counters =
                new JobCounterUpdateEvent(attempt.getTaskId().getJobId());
        counters.addCounterUpdate(locality(host(container), map), 1);
        if (counts) {
            counters.addCounterUpdate(reads, 1);
        }
        eventHandler.handle(counters);
    }

    /** The map waits for another container. One asked for too many does no harm, one too few would leave a map without. */
    private void takeBack(Container container, ContainerRequest map) {
        getScheduledRequests().maps.put(map.attemptID, map);
        addContainerReq(map);
        pendingRelease.add(container.getId());
        release(container.getId());
    }

    private static JobCounter locality(String host, ContainerRequest map) {
        if (Arrays.asList(map.hosts).contains(host)) {
            return JobCounter.DATA_LOCAL_MAPS;
        }
        String rack = RackResolver.resolve(host).getNetworkLocation();
        return Arrays.asList(map.racks).contains(rack) ? JobCounter.RACK_LOCAL_MAPS : JobCounter.OTHER_LOCAL_MAPS;
    }

    /**
     * Before Hadoop sees them: it forgets which container was whose. It forgets a container that cannot be launched even before that has
     * ended.
     */
    private void noteEnded(List<ContainerStatus> completed) {
        for (ContainerStatus container : completed) {
            @Nullable TaskAttemptId attempt = getAssignedRequests().get(container.getContainerId());
            if (attempt != null && attempt.getTaskId().getTaskType() == TaskType.MAP) {
                placed.add(attempt.getTaskId()); // Hadoop may have placed it.
                ended.add(attempt.getTaskId());
            }
        }
        Set<TaskId> stopped = new LinkedHashSet<>(placed);
        stopped.removeAll(maps(runningAfter(completed)));
        placed.removeAll(stopped);
        ended.addAll(stopped);
        planner.stopped(stopped.stream()
                .filter(map -> !hasSucceeded(map))
                .map(TaskId::getId)
                .toList());
    }

    private void reportFinished() {
        List<TaskId> succeeded = ended.stream().filter(this::hasSucceeded).toList();
        ended.removeAll(Set.copyOf(succeeded));
        planner.finished(succeeded.stream().map(TaskId::getId).toList());
    }

    private boolean hasSucceeded(TaskId map) {
        @Nullable Task task = getJob().getTask(map);
        return task != null && task.isFinished();
    }

    @Override
    protected void serviceStop() throws Exception {
        try {
            super.serviceStop();
        } finally {
            planner.close();
        }
    }
}
