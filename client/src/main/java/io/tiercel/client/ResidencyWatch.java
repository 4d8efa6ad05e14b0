package io.tiercel.client;

import io.grpc.stub.StreamObserver;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.WatchRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to the residency of blocks. A broken stream is opened again, with all blocks that were not removed: after a while, or as
 * soon as the coordinator answers another call. Thread-safe.
 */
public final class ResidencyWatch implements AutoCloseable {
    /** About 300 KB. Coordinators take twice as many. */
    private static final int BLOCKS_PER_REQUEST = 5_000;

    /** A coordinator that answers other calls and breaks streams is asked for a stream no sooner than this after the last has broken. */
    private static final long LEAST_WAIT_MILLIS = 200;

    private final CoordinatorCalls calls;
    private final ClientTimer timer;
    private final RetryBackoff retries;
    private final String job;
    private final ResidencyListener listener;

    /** Guarded by this, as is the stream. */
    private final Map<BlockId, Placed> interest = new LinkedHashMap<>();

    /** Callbacks of {@link #add}, by the number of the stream's request that must be answered first. */
    private final NavigableMap<Long, List<Runnable>> unanswered = new TreeMap<>();

    private final Runnable repeated;
    private final Runnable reached = this::reached;
    private @Nullable Stream stream;

    /** The next attempt to open a stream; null if there is a stream. */
    private @Nullable ScheduledFuture<?> opening;

    private boolean wasOpen;

    /** Whether the wait for the next attempt may be cut short. Once for each stream that was answered: else waits would not grow. */
    private boolean mayHurry = true;

    private boolean closed;

    ResidencyWatch(
            CoordinatorCalls calls, ClientTimer timer, Duration retryMost, String job, ResidencyListener listener) {
        this.calls = calls;
        this.timer = timer;
        this.retries = new RetryBackoff(retryMost);
        this.job = job;
        this.listener = listener;
        this.repeated = listener::repeated;
        calls.whenReached(reached);
        open();
    }

    /**
     * Adds blocks, with the hosts of their replicas; hinted blocks need no hosts.
     *
     * @param answered called once: after the listener has received all that the coordinator knows about these blocks, or when the watch
     *     is closed, or when all blocks are removed while the coordinator is away
     */
    public void add(Collection<Placed> blocks, Runnable answered) {
        if (!ask(blocks, answered)) {
            answered.run();
        }
    }

    private synchronized boolean ask(Collection<Placed> blocks, Runnable answered) {
        if (closed || blocks.isEmpty()) {
            return false;
        }
        blocks.forEach(placed -> interest.put(placed.getBlock(), placed));
        if (stream != null) {
            stream.add(List.copyOf(blocks));
        }
        answersFrom(stream == null ? 0 : stream.added).add(answered);
        return true;
    }

    private List<Runnable> answersFrom(long request) {
        return unanswered.computeIfAbsent(request, none -> new ArrayList<>());
    }

    private synchronized List<Runnable> takeUnanswered() {
        List<Runnable> taken = unanswered.values().stream()
                .flatMap(List::stream)
                .filter(callback -> callback != repeated)
                .toList();
        unanswered.clear();
        return taken;
    }

    public void remove(Collection<BlockId> blocks) {
        synchronized (this) {
            blocks.forEach(interest::remove);
            if (stream != null) {
                stream.remove(List.copyOf(blocks));
            }
        }
        answerIfNothingIsLeft();
    }

    /** Without a stream nobody will answer for blocks that were all removed. */
    private void answerIfNothingIsLeft() {
        List<Runnable> callbacks;
        synchronized (this) {
            callbacks = stream == null && interest.isEmpty() ? takeUnanswered() : List.of();
        }
        callbacks.forEach(Runnable::run);
    }

    private synchronized void open() {
        opening = null;
        if (closed || stream != null) {
            return;
        }
        Stream opened = new Stream();
        try {
            calls.resetConnectBackoff();
            opened.requests = ResidencyGrpc.newStub(calls.channel()).watch(opened);
            stream = opened;
            opened.send(WatchRequest.newBuilder().setJob(job).build());
            opened.add(List.copyOf(interest.values()));
            List<Runnable> waiting = takeUnanswered();
            answersFrom(opened.added).addAll(waiting);
            if (wasOpen && opened.added > 0) {
                answersFrom(opened.added).add(repeated);
            }
            wasOpen = true;
        } catch (Throwable e) {
            // An Error as well ends no more than this attempt.
            opened.end();
            broken(opened, e);
        }
    }

    private void broken(Stream which, Throwable error) {
        boolean wasHeard;
        synchronized (this) {
            if (closed || stream != which && stream != null) {
                return;
            }
            wasHeard = stream == which && which.heard;
            stream = null;
        }
        // Planned before the coordinator counts as away: else another call could reach it before we wait for that.
        openAfter(retries.next());
        calls.failure(error);
        if (wasHeard) {
            listener.lost();
        }
        answerIfNothingIsLeft();
    }

    /** Opens a stream, unless there is one, after a wait or when the attempt is due that was planned before. */
    private synchronized void openAfter(long millis) {
        if (closed || stream != null) {
            return;
        }
        ScheduledFuture<?> planned = opening;
        if (planned != null && (planned.getDelay(TimeUnit.MILLISECONDS) <= millis || !planned.cancel(false))) {
            return;
        }
        opening = timer.later(millis, this::open);
    }

    /** Plans the attempt on the timer's thread: the caller may hold the lock of another watch. */
    private void reached() {
        timer.later(0, this::hurry);
    }

    private synchronized void hurry() {
        if (mayHurry && opening != null) {
            mayHurry = false;
            openAfter(LEAST_WAIT_MILLIS);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            calls.forget(reached);
            interest.clear();
            if (stream != null) {
                stream.end();
                stream = null;
            }
        }
        answerIfNothingIsLeft();
    }

    private final class Stream implements StreamObserver<ResidencyEvents> {
        private @Nullable StreamObserver<WatchRequest> requests;
        private volatile boolean heard;

        /** How many requests that add blocks were sent. Guarded by the watch. */
        private long added;

        void add(List<Placed> blocks) {
            inParts(blocks, some -> {
                added++;
                send(WatchRequest.newBuilder().addAllAddPlaced(some).build());
            });
        }

        void remove(List<BlockId> blocks) {
            inParts(
                    blocks,
                    some -> send(WatchRequest.newBuilder().addAllRemove(some).build()));
        }

        private static <T> void inParts(List<T> all, Consumer<List<T>> request) {
            for (int from = 0; from < all.size(); from += BLOCKS_PER_REQUEST) {
                request.accept(all.subList(from, Math.min(from + BLOCKS_PER_REQUEST, all.size())));
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
            calls.heard();
            if (message.getEventsCount() > 0) {
                listener.changed(message.getEventsList());
            }
            if (message.getComplete()) {
                answered(message.getCompleteRequests());
            }
        }

        /** @param requests 0 from a coordinator that does not count them: all */
        private void answered(long requests) {
            List<Runnable> callbacks = new ArrayList<>();
            synchronized (ResidencyWatch.this) {
                if (stream == this) {
                    if (requests <= 0 || requests >= added) {
                        // Not before: a stream of which one request is refused each time is no success.
                        retries.succeeded();
                        mayHurry = true;
                    }
                    Collection<List<Runnable>> answers = unanswered
                            .headMap(requests > 0 ? requests : added, true)
                            .values();
                    answers.forEach(callbacks::addAll);
                    answers.clear();
                }
            }
            callbacks.forEach(Runnable::run);
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

    /** Receives residency, on one thread at a time. Must not wait. */
    public interface ResidencyListener {
        /** Blocks have come or gone, or the coordinator says for the first time where they are. */
        void changed(List<Residence> events);

        /** The coordinator was lost and is back, and has said again all that it knows. */
        default void repeated() {}

        /** The coordinator is lost, and with it all that was known. It is repeated once the coordinator is back. */
        default void lost() {}
    }
}
