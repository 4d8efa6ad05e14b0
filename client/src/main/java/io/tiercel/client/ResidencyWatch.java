package io.tiercel.client;

import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.WatchRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A subscription to the residency of blocks. A broken stream is opened again, with all that is still of interest. */
public final class ResidencyWatch implements AutoCloseable {
    /** About 300 KB. */
    private static final int BLOCKS_PER_REQUEST = 5_000;

    private final CoordinatorCalls calls;
    private final ScheduledExecutorService timer;
    private final RetryBackoff retries;
    private final String job;
    private final ResidencyListener listener;

    /** Guarded by this, as is the stream. */
    private final Map<BlockId, Placed> interest = new LinkedHashMap<>();

    private @Nullable Stream stream;
    private boolean closed;

    ResidencyWatch(
            CoordinatorCalls calls,
            ScheduledExecutorService timer,
            Duration retryMost,
            String job,
            ResidencyListener listener) {
        this.calls = calls;
        this.timer = timer;
        this.retries = new RetryBackoff(retryMost);
        this.job = job;
        this.listener = listener;
        open();
    }

    /** Adds blocks, with the hosts of their replicas; those of hinted blocks need none. */
    public synchronized void add(Collection<Placed> blocks) {
        blocks.forEach(placed -> interest.put(placed.getBlock(), placed));
        if (stream != null) {
            stream.add(List.copyOf(blocks));
        }
    }

    /** These are of no interest any more. */
    public synchronized void remove(Collection<BlockId> blocks) {
        blocks.forEach(interest::remove);
        if (stream != null) {
            stream.send(WatchRequest.newBuilder().addAllRemove(blocks).build());
        }
    }

    private synchronized void open() {
        if (closed) {
            return;
        }
        Stream opened = new Stream();
        try {
            opened.requests =
                    calls.named(ResidencyGrpc.newStub(calls.channel())).watch(opened);
        } catch (RuntimeException e) {
            broken(opened, e);
            return;
        }
        stream = opened;
        opened.send(WatchRequest.newBuilder().setJob(job).build());
        opened.add(List.copyOf(interest.values()));
    }

    private void broken(Stream which, Throwable error) {
        boolean wasOpen;
        synchronized (this) {
            if (closed || stream != which && stream != null) {
                return;
            }
            wasOpen = stream == which && which.heard;
            stream = null;
        }
        calls.failure(error);
        if (wasOpen) {
            listener.lost();
        }
        try {
            timer.schedule(
                    () -> {
                        calls.channel().resetConnectBackoff();
                        open();
                    },
                    retries.next(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The client is closed.
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        interest.clear();
        if (stream != null) {
            stream.end();
            stream = null;
        }
    }

    /** One attempt. */
    private final class Stream implements StreamObserver<ResidencyEvents> {
        private @Nullable StreamObserver<WatchRequest> requests;
        private volatile boolean heard;

        void add(List<Placed> blocks) {
            for (int from = 0; from < blocks.size(); from += BLOCKS_PER_REQUEST) {
                List<Placed> some = blocks.subList(from, Math.min(from + BLOCKS_PER_REQUEST, blocks.size()));
                send(WatchRequest.newBuilder()
                        .addAllAddPlaced(new ArrayList<>(some))
                        .build());
            }
        }

        void send(WatchRequest request) {
            try {
                if (requests != null) {
                    requests.onNext(request);
                }
            } catch (RuntimeException e) {
                // It has broken; onError comes, or has come.
            }
        }

        void end() {
            try {
                if (requests != null) {
                    requests.onCompleted();
                }
            } catch (RuntimeException e) {
                // As above.
            }
        }

        @Override
        public void onNext(ResidencyEvents message) {
            heard = true;
            retries.succeeded();
            calls.heard();
            if (message.getEventsCount() > 0) {
                listener.changed(message.getEventsList());
            }
            if (message.getComplete()) {
                listener.complete();
            }
        }

        @Override
        public void onError(Throwable error) {
            broken(this, error);
        }

        @Override
        public void onCompleted() {
            broken(this, new IllegalStateException("the coordinator has ended the stream"));
        }
    }
}
