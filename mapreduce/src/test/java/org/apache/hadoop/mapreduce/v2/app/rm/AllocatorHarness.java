package org.apache.hadoop.mapreduce.v2.app.rm;

import io.tiercel.mapreduce.MapPlanner;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.mapreduce.v2.app.job.Task;
import org.apache.hadoop.mapreduce.v2.app.job.event.JobCounterUpdateEvent;
import org.apache.hadoop.mapreduce.v2.app.job.event.TaskAttemptContainerAssignedEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.preemption.NoopAMPreemptionPolicy;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.jspecify.annotations.Nullable;

/** The allocator with Hadoop's own code around it, a ResourceManager that answers as told, and a job of as many maps as the test says. */
final class AllocatorHarness implements AutoCloseable {
    static final Resource SIZE = Resource.newInstance(512, 1);

    private static final ApplicationAttemptId ATTEMPT =
            ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

    final FakeResourceManager resourceManager = new FakeResourceManager();
    final Set<TaskId> succeeded = new HashSet<>();
    final MatchedContainerAllocator allocator;
    private final List<Event<?>> events = new ArrayList<>();
    private final JobId job = MRBuilderUtils.newJobId(ATTEMPT.getApplicationId(), 1);
    private final int maps;
    private int containers;

    /** The attempt whose next container makes the job's event queue fail. */
    @Nullable
    TaskAttemptId refused;

    AllocatorHarness(int maps, MapPlanner planner) {
        this(maps, planner, Map.of());
    }

    AllocatorHarness(int maps, MapPlanner planner, Map<String, String> keys) {
        this(maps, planner, keys, false);
    }

    AllocatorHarness(int maps, MapPlanner planner, Map<String, String> keys, boolean counts) {
        this.maps = maps;
        Configuration conf = new Configuration(false);
        conf.set("net.topology.node.switch.mapping.impl", RackByName.class.getName());
        keys.forEach(conf::set);
        MRAppMaster master = new MRAppMaster(ATTEMPT, ContainerId.newContainerId(ATTEMPT, 1), "host", 1, 1, 0);
        allocator =
                new MatchedContainerAllocator(
                        null, new Context(master, conf), new NoopAMPreemptionPolicy(), planner, counts) {
                    @Override
                    protected ApplicationMasterProtocol createSchedulerProxy() {
                        return resourceManager;
                    }

                    @Override
                    protected void startAllocatorThread() {
                        // The test makes heartbeats.
                    }
                };
        allocator.init(conf);
        allocator.start();
        allocator.setShouldUnregister(false);
    }

    private final class Context extends MRAppMaster.RunningAppContext {
        Context(MRAppMaster master, Configuration conf) {
            master.super(conf, null);
        }

        @Override
        @SuppressWarnings("rawtypes") // As declared.
        public EventHandler<Event> getEventHandler() {
            return event -> {
                if (event instanceof TaskAttemptContainerAssignedEvent assigned
                        && assigned.getTaskAttemptID().equals(refused)) {
                    refused = null;
                    throw new IllegalStateException("the test's job refuses a container");
                }
                events.add(event);
            };
        }

        @Override
        public Job getJob(JobId id) {
            return fake(Job.class, Map.of("getID", job, "getTotalMaps", maps, "getProgress", 0f));
        }
    }

    /** An object whose methods return what is named, the job's tasks, or nothing. */
    private <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("getTask")) {
                        TaskId task = (TaskId) arguments[0];
                        return fake(Task.class, Map.of("isFinished", succeeded.contains(task)));
                    }
                    return answers.getOrDefault(method.getName(), nothing(method.getReturnType()));
                }));
    }

    private static @Nullable Object nothing(Class<?> type) {
        return type == int.class ? (Object) 0 : type == boolean.class ? (Object) false : null;
    }

    TaskId map(int number) {
        return MRBuilderUtils.newTaskId(job, number, TaskType.MAP);
    }

    TaskAttemptId attempt(int map, int attempt) {
        return MRBuilderUtils.newTaskAttemptId(map(map), attempt);
    }

    /** A first attempt of a map asks for a container near its hosts; hosts are called by rack and number, as {@code r1-2}. */
    void request(int map, String... hosts) {
        request(attempt(map, 0), hosts);
    }

    void request(TaskAttemptId attempt, String... hosts) {
        String[] racks = Arrays.stream(hosts).map(RackByName::rack).distinct().toArray(String[]::new);
        allocator.handleEvent(new ContainerRequestEvent(attempt, Resource.newInstance(512, 1), hosts, racks));
    }

    /** An attempt asks for a container after another one of its map has failed. */
    void requestAfterFailure(TaskAttemptId attempt) {
        allocator.handleEvent(ContainerRequestEvent.createContainerRequestEventForFailedContainer(
                attempt, Resource.newInstance(512, 1)));
    }

    void requestReduce(int number) {
        TaskAttemptId attempt =
                MRBuilderUtils.newTaskAttemptId(MRBuilderUtils.newTaskId(job, number, TaskType.REDUCE), 0);
        allocator.handleEvent(
                new ContainerRequestEvent(attempt, Resource.newInstance(512, 1), new String[0], new String[0]));
    }

    Container container(String host) {
        return container(host, RMContainerAllocator.PRIORITY_MAP);
    }

    Container container(String host, Priority priority) {
        return container(host, priority, SIZE);
    }

    Container container(String host, Priority priority, Resource size) {
        ContainerId id = ContainerId.newContainerId(ATTEMPT, 10 + containers++);
        return Container.newInstance(id, NodeId.newInstance(host, 1), host + ":2", size, priority, null);
    }

    static ContainerStatus ended(Container container) {
        return ContainerStatus.newInstance(container.getId(), ContainerState.COMPLETE, "", 0);
    }

    void heartbeat(Container... allocated) throws Exception {
        heartbeat(List.of(allocated), List.of());
    }

    void heartbeat(List<Container> allocated, List<ContainerStatus> completed) throws Exception {
        resourceManager.answer(allocated, completed);
        allocator.heartbeat();
    }

    /** The hosts of attempts that have got containers so far, as {@code m1_0@r1-2}. */
    List<String> assigned() {
        return of(TaskAttemptContainerAssignedEvent.class)
                .map(each -> "m" + each.getTaskAttemptID().getTaskId().getId() + "_"
                        + each.getTaskAttemptID().getId() + "@"
                        + each.getContainer().getNodeId().getHost())
                .toList();
    }

    /** The counters of all events, by name. */
    Map<String, Long> counters() {
        Counters counters = new Counters();
        of(JobCounterUpdateEvent.class)
                .flatMap(each -> each.getCounterUpdates().stream())
                .forEach(each -> counters.findCounter(each.getCounterKey()).increment(each.getIncrementValue()));
        Map<String, Long> byName = new TreeMap<>();
        counters.forEach(group -> group.forEach(each -> byName.put(each.getName(), each.getValue())));
        return byName;
    }

    private <E> Stream<E> of(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    /** How many containers the last heartbeat asked for, by the names of hosts and racks; without what did not change. */
    Map<String, Integer> lastAsks() {
        Map<String, Integer> asks = new TreeMap<>();
        resourceManager
                .asked
                .get(resourceManager.asked.size() - 1)
                .getAskList()
                .forEach(each -> asks.put(each.getResourceName(), each.getNumContainers()));
        return asks;
    }

    List<ContainerId> lastReleases() {
        return resourceManager.asked.get(resourceManager.asked.size() - 1).getReleaseList();
    }

    @Override
    public void close() {
        allocator.stop();
    }

    static Map<String, String> runningMapLimit(int limit) {
        return Map.of(MRJobConfig.JOB_RUNNING_MAP_LIMIT, Integer.toString(limit));
    }
}
