package org.apache.hadoop.mapreduce.v2.app;

import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocator;
import org.apache.hadoop.mapreduce.v2.app.rm.ContainerAllocatorEvent;
import org.apache.hadoop.mapreduce.v2.app.rm.RMCommunicator;
import org.apache.hadoop.mapreduce.v2.app.rm.RMHeartbeatHandler;
import org.apache.hadoop.service.AbstractService;
import org.apache.hadoop.service.ServiceOperations;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the allocator until the job has started and the master knows which it needs. Hadoop's own router cannot be given another
 * allocator.
 */
final class AllocatorRouter extends AbstractService implements ContainerAllocator, RMHeartbeatHandler {
    private final Supplier<RMCommunicator> choice;
    private @Nullable RMCommunicator allocator;

    /** @param choice makes an allocator, by what the job is then */
    AllocatorRouter(Supplier<RMCommunicator> choice) {
        super(AllocatorRouter.class.getName());
        this.choice = choice;
    }

    @Override
    protected void serviceStart() throws Exception {
        RMCommunicator chosen = choice.get();
        allocator = chosen;
        chosen.init(getConfig());
        chosen.start();
        super.serviceStart();
    }

    @Override
    protected void serviceStop() throws Exception {
        ServiceOperations.stop(allocator);
        super.serviceStop();
    }

    private RMCommunicator allocator() {
        RMCommunicator chosen = allocator;
        if (chosen == null) {
            throw new IllegalStateException("the allocator was asked before it was started");
        }
        return chosen;
    }

    @Override
    public void handle(ContainerAllocatorEvent event) {
        ((ContainerAllocator) allocator()).handle(event);
    }

    @Override
    public long getLastHeartbeatTime() {
        return allocator().getLastHeartbeatTime();
    }

    @Override
    public void runOnNextHeartbeat(Runnable callback) {
        allocator().runOnNextHeartbeat(callback);
    }

    /** Passes on that the master has got a signal to end. */
    void signalled() {
        if (allocator != null) {
            allocator.setSignalled(true);
        }
    }

    /** @param last whether no other attempt follows; only then the allocator unregisters from the ResourceManager at its end */
    void unregisters(boolean last) {
        if (allocator != null) {
            allocator.setShouldUnregister(last);
        }
    }
}
