package org.apache.tez.dag.app.rm;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.impl.AMRMClientImpl;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.hadoop.yarn.util.Records;
import org.apache.tez.common.ContainerSignatureMatcher;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.serviceplugins.api.DagInfo;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext.AMState;

/** Tez' scheduler with ours on top, in a master that runs a DAG of one vertex, without a ResourceManager. Tasks are strings. */
final class SchedulerHarness implements AutoCloseable {
    private static final ApplicationAttemptId ATTEMPT =
            ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    static final Resource SIZE = Resource.newInstance(1024, 1);
    static final Priority PRIORITY = Priority.newInstance(3);

    /** Tasks with the hosts of the containers that Tez has given them, as {@code task@host}. */
    final List<String> allocated = new ArrayList<>();

    final List<ContainerId> released = new ArrayList<>();
    final TiercelTaskScheduler scheduler;
    private int containerIds;

    SchedulerHarness(FakePlanner planner) throws Exception {
        Configuration conf = new Configuration();
        conf.setLong(TezConfiguration.TEZ_AM_CONTAINER_REUSE_LOCALITY_DELAY_ALLOCATION_MILLIS, 60_000);
        scheduler = new TiercelTaskScheduler(context(conf));
        scheduler.plan(planner);
        scheduler.initialize(new UnconnectedClient(scheduler));
        scheduler.start();
    }

    private final class UnconnectedClient extends PlannedClient {
        UnconnectedClient(TiercelTaskScheduler handler) {
            super(new AMRMClientImpl<>(), 1000, handler);
        }

        @Override
        protected void serviceStart() {}

        @Override
        protected void serviceStop() {}

        @Override
        public RegisterApplicationMasterResponse registerApplicationMaster(String host, int port, String url) {
            RegisterApplicationMasterResponse response = Records.newRecord(RegisterApplicationMasterResponse.class);
            response.setSchedulerResourceTypes(EnumSet.of(SchedulerResourceTypes.MEMORY));
            return response;
        }

        @Override
        public synchronized void releaseAssignedContainer(ContainerId container) {
            released.add(container);
        }

        @Override
        public void updateBlacklist(List<String> additions, List<String> removals) {}
    }

    private TaskSchedulerContext context(Configuration conf) {
        return proxy(TaskSchedulerContext.class, (method, arguments) -> switch (method) {
            case "getInitialUserPayload" -> TezUtils.createUserPayloadFromConf(conf);
            case "getContainerSignatureMatcher" -> new AnySignature();
            case "getAMState" -> AMState.RUNNING_APP;
            case "getCurrentDagInfo" ->
                proxy(DagInfo.class, (asked, none) -> asked.equals("getTotalVertices") ? (Object) 1 : new BitSet());
            case "getApplicationAttemptId" -> ATTEMPT;
            case "getVertexIndexForTask", "getAppClientPort" -> 0;
            case "isSession" -> false;
            case "getProgress" -> 0f;
            case "taskAllocated" -> {
                Container container = (Container) arguments[2];
                allocated.add(arguments[0] + "@" + container.getNodeId().getHost());
                yield null;
            }
            default -> null;
        });
    }

    private static final class AnySignature implements ContainerSignatureMatcher {
        @Override
        public boolean isSuperSet(Object one, Object other) {
            return true;
        }

        @Override
        public boolean isExactMatch(Object one, Object other) {
            return true;
        }

        @Override
        public Map<String, org.apache.hadoop.yarn.api.records.LocalResource> getAdditionalResources(
                Map<String, org.apache.hadoop.yarn.api.records.LocalResource> one,
                Map<String, org.apache.hadoop.yarn.api.records.LocalResource> other) {
            return Map.of();
        }

        @Override
        public Object union(Object one, Object other) {
            return one;
        }
    }

    interface Answers {
        Object of(String method, Object[] arguments) throws Exception;
    }

    static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> type.getSimpleName();
                    default -> answers.of(method.getName(), arguments);
                }));
    }

    void request(String task, String... hosts) {
        scheduler.allocateTask(task, SIZE, hosts, null, PRIORITY, null, null);
    }

    Container container(String host) {
        return container(host, SIZE);
    }

    Container container(String host, Resource size) {
        return Container.newInstance(
                ContainerId.newContainerId(ATTEMPT, ++containerIds), node(host), "", size, PRIORITY, null);
    }

    static NodeId node(String host) {
        return NodeId.newInstance(host, 1);
    }

    void heartbeat(Container... granted) {
        scheduler.onContainersAllocated(List.of(granted));
    }

    /** A task succeeds, and its container may be used again. */
    void succeed(String task) {
        scheduler.deallocateTask(task, true, null, null);
    }

    void fail(String task) {
        scheduler.deallocateTask(task, false, TaskAttemptEndReason.APPLICATION_ERROR, "says the test");
    }

    @Override
    public void close() throws IOException {
        scheduler.initiateStop();
        try {
            scheduler.shutdown();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
