package io.tiercel.coordinator.service;

import io.grpc.BindableService;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.hdfs.resolve.FileResolver;
import java.util.List;
import java.util.concurrent.Executor;

/** All services of the contract. */
public final class Services {
    private Services() {}

    /**
     * @param lookups where calls that ask the file system run
     * @param pump of the streams
     * @param intervalMillis between two exchanges of an agent
     * @param leaseMillis how long an agent and the coordinator may be silent
     */
    public static List<BindableService> of(
            CoordinatorState state,
            FileResolver files,
            Executor lookups,
            StreamFlusher pump,
            long intervalMillis,
            long leaseMillis) {
        return List.of(
                new HintsService(state, files, lookups),
                new ResidencyService(state, files, lookups, pump),
                new AgentsService(state, intervalMillis, leaseMillis),
                new StateService(state, files, lookups, pump, intervalMillis));
    }
}
