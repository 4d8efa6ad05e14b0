package io.tiercel.coordinator.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.protocol.LocateReply;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.LocatedBlock;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.WatchRequest;
import java.util.concurrent.Executor;

/** Answers which blocks are in memory on which nodes. */
public final class ResidencyService extends ResidencyGrpc.ResidencyImplBase {
    private final CoordinatorState state;
    private final FileResolver files;
    private final Executor lookups;
    private final StreamFlusher pump;

    public ResidencyService(CoordinatorState state, FileResolver files, Executor lookups, StreamFlusher pump) {
        this.state = state;
        this.files = files;
        this.lookups = lookups;
        this.pump = pump;
    }

    @Override
    public StreamObserver<WatchRequest> watch(StreamObserver<ResidencyEvents> observer) {
        WatchStream stream = new WatchStream(state, pump, (ServerCallStreamObserver<ResidencyEvents>) observer);
        pump.add(stream);
        return stream;
    }

    @Override
    public void locate(LocateRequest request, StreamObserver<LocateReply> observer) {
        CallResponder.later(lookups, observer, () -> {
            Resolution resolved = files.resolve(CallerIdentity.user(), Translation.some(request.getDataList()));
            LocateReply.Builder reply = LocateReply.newBuilder();
            resolved.files().forEach(file -> file.blocks().forEach(block -> reply.addBlocks(located(file, block))));
            resolved.skips().forEach(skip -> reply.addSkipped(Translation.skipped(skip)));
            return reply.build();
        });
    }

    private static LocatedBlock located(ResolvedFile file, FileBlock block) {
        LocatedBlock.Builder located = LocatedBlock.newBuilder()
                .setBlock(Translation.block(block.id()))
                .setPath(file.path())
                .setOffset(block.offset())
                .setLength(block.length());
        block.replicas().forEach(replica -> located.addHosts(replica.host()));
        return located.build();
    }
}
