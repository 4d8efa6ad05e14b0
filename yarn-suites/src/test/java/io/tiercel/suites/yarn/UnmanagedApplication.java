package io.tiercel.suites.yarn;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;

/** An application whose master is this test: it asks a real ResourceManager for containers over RPC, and starts nothing in them. */
final class UnmanagedApplication implements AutoCloseable {
    static final int PRIORITY = 20;
    static final int CONTAINER_MIB = 1024;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final YarnClient client;
    private final ApplicationId id;
    private final UserGroupInformation master;
    private final ApplicationMasterProtocol scheduler;
    private int answered;

    private UnmanagedApplication(
            YarnClient client, ApplicationId id, UserGroupInformation master, ApplicationMasterProtocol scheduler) {
        this.client = client;
        this.id = id;
        this.master = master;
        this.scheduler = scheduler;
    }

    static UnmanagedApplication start(Map<String, String> conf) throws Exception {
        Configuration hadoop = new Configuration();
        conf.forEach(hadoop::set);
        YarnClient client = YarnClient.createYarnClient();
        client.init(hadoop);
        client.start();
        ApplicationSubmissionContext context = client.createApplication().getApplicationSubmissionContext();
        context.setAMContainerSpec(
                ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
        context.setResource(Resource.newInstance(128, 1));
        context.setUnmanagedAM(true);
        context.setMaxAppAttempts(1);
        ApplicationId id = client.submitApplication(context);
        await().atMost(LIMIT)
                .until(() -> client.getApplicationReport(id).getYarnApplicationState() == YarnApplicationState.ACCEPTED
                        && client.getAMRMToken(id) != null);
        UserGroupInformation master = UserGroupInformation.createRemoteUser(user());
        master.addToken(client.getAMRMToken(id));
        ApplicationMasterProtocol scheduler = master.doAs((PrivilegedExceptionAction<ApplicationMasterProtocol>)
                () -> ClientRMProxy.createRMProxy(hadoop, ApplicationMasterProtocol.class));
        UnmanagedApplication application = new UnmanagedApplication(client, id, master, scheduler);
        application.register();
        return application;
    }

    /** To be called again when the ResourceManager has been restarted: what was asked for before is forgotten. */
    void register() throws IOException {
        asMaster(() ->
                scheduler.registerApplicationMaster(RegisterApplicationMasterRequest.newInstance("127.0.0.1", 0, "")));
        answered = 0;
    }

    static String user() throws IOException {
        return UserGroupInformation.getCurrentUser().getShortUserName();
    }

    private <T> T asMaster(PrivilegedExceptionAction<T> action) throws IOException {
        try {
            return master.doAs(action);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the ResourceManager was asked");
        }
    }

    ApplicationId id() {
        return id;
    }

    /**
     * Asks for containers until all have come.
     *
     * @param places how many containers are asked for, by host, rack, and {@code *}
     * @return the hosts of all of them, with their numbers of containers
     */
    Map<String, Integer> grants(Map<String, Integer> places) throws IOException {
        List<ResourceRequest> asks = new ArrayList<>();
        places.forEach((place, containers) -> asks.add(ResourceRequest.newInstance(
                Priority.newInstance(PRIORITY), place, Resource.newInstance(CONTAINER_MIB, 1), containers)));
        List<Container> granted = new ArrayList<>(allocate(asks));
        int total = places.get(ResourceRequest.ANY);
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(() -> {
            granted.addAll(allocate(List.of()));
            return granted.size() >= total;
        });
        Map<String, Integer> byHost = new TreeMap<>();
        granted.forEach(container -> byHost.merge(container.getNodeId().getHost(), 1, Integer::sum));
        return byHost;
    }

    private List<Container> allocate(List<ResourceRequest> asks) throws IOException {
        AllocateResponse response =
                asMaster(() -> scheduler.allocate(AllocateRequest.newInstance(answered, 0, asks, List.of(), null)));
        answered = response.getResponseId();
        return response.getAllocatedContainers();
    }

    /** Ends the application, and returns when its containers have gone from the nodes. */
    @Override
    public void close() throws IOException {
        asMaster(() -> scheduler.finishApplicationMaster(
                FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "")));
        await().atMost(LIMIT).until(() -> client.getNodeReports(NodeState.RUNNING).stream()
                .allMatch(node -> node.getUsed().getMemorySize() == 0));
        client.close();
    }
}
