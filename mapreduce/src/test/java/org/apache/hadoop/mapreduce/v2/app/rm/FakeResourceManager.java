package org.apache.hadoop.mapreduce.v2.app.rm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;

/** Answers heartbeats as the test says, and remembers what was asked for. */
final class FakeResourceManager implements ApplicationMasterProtocol {
    static final Resource MOST = Resource.newInstance(8192, 8);

    final List<AllocateRequest> asked = new ArrayList<>();
    Resource room = MOST;
    private final Deque<AllocateResponse> answers = new ArrayDeque<>();

    /** Answers the next heartbeat. Each container's node gets a token. */
    void answer(List<Container> allocated, List<ContainerStatus> completed) {
        answers.add(AllocateResponse.newBuilder()
                .allocatedContainers(allocated)
                .completedContainersStatuses(completed)
                .updatedNodes(List.of())
                .availableResources(room)
                .numClusterNodes(10)
                .nmTokens(allocated.stream()
                        .map(container -> NMToken.newInstance(
                                container.getNodeId(), Token.newInstance(new byte[0], "", new byte[0], "")))
                        .toList())
                .build());
    }

    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(RegisterApplicationMasterRequest request) {
        RegisterApplicationMasterResponse registered = RegisterApplicationMasterResponse.newInstance(
                Resource.newInstance(1, 1), MOST, Map.of(), ByteBuffer.allocate(0), List.of(), "default", List.of());
        registered.setSchedulerResourceTypes(EnumSet.of(SchedulerResourceTypes.MEMORY));
        return registered;
    }

    @Override
    public AllocateResponse allocate(AllocateRequest request) {
        asked.add(request);
        if (answers.isEmpty()) {
            answer(List.of(), List.of());
        }
        return answers.remove();
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(FinishApplicationMasterRequest request) {
        return FinishApplicationMasterResponse.newInstance(true);
    }
}
