package io.tiercel.coordinator.load;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.MadeUpFiles;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.WatchRequest;
import io.tiercel.security.CallHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Applications that hint ten files each and keep their leases; the first of them watches its blocks, and counts its own traffic. */
final class PlayedApplications {
    static final int FILES_EACH = 10;

    private final HintsGrpc.HintsBlockingStub hints;
    private final ResidencyGrpc.ResidencyStub residency;
    private final int files;
    private final AtomicLong watcherBytes = new AtomicLong();
    private final AtomicLong events = new AtomicLong();

    PlayedApplications(ManagedChannel channel, int files) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, "somebody");
        this.hints =
                HintsGrpc.newBlockingStub(channel).withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        this.residency = ResidencyGrpc.newStub(channel);
        this.files = files;
    }

    private static String job(int number) {
        return "application-" + number;
    }

    /** All of them hint all that they will read. */
    void hint() {
        List<BlockId> watched = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            PrefetchRequest request = PrefetchRequest.newBuilder()
                    .setJob(job(file / FILES_EACH))
                    .addData(Selection.newBuilder().setPath("/" + file))
                    .build();
            PrefetchReply reply = hints.prefetch(request);
            if (reply.getBlocksCount() != MadeUpFiles.BLOCKS) {
                throw new IllegalStateException(
                        "expected " + MadeUpFiles.BLOCKS + " blocks of " + request + ", got " + reply.getBlocksCount());
            }
            if (file < FILES_EACH) {
                reply.getBlocksList().forEach(block -> watched.add(block.getBlock()));
            }
        }
        watch(watched);
    }

    private void watch(List<BlockId> blocks) {
        residency
                .watch(new StreamObserver<>() {
                    @Override
                    public void onNext(ResidencyEvents message) {
                        watcherBytes.addAndGet(message.getSerializedSize());
                        events.addAndGet(message.getEventsCount());
                    }

                    @Override
                    public void onError(Throwable why) {
                        // The end of the measurement.
                    }

                    @Override
                    public void onCompleted() {}
                })
                .onNext(WatchRequest.newBuilder()
                        .setJob(job(0))
                        .addAllAdd(blocks)
                        .build());
    }

    /** As clients do three times in a lease. */
    void renew() {
        for (int number = 0; number * FILES_EACH < files; number++) {
            RenewRequest request = RenewRequest.newBuilder().setJob(job(number)).build();
            int bytes = request.getSerializedSize() + hints.renew(request).getSerializedSize();
            if (number == 0) {
                watcherBytes.addAndGet(bytes);
            }
        }
    }

    /** Bytes of the messages of the application that watches, both ways, since the last call. */
    long takeWatcherBytes() {
        return watcherBytes.getAndSet(0);
    }

    /** Changes of residency that it has heard of. */
    long events() {
        return events.get();
    }
}
