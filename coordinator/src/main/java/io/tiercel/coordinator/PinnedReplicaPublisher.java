package io.tiercel.coordinator;

import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.ErrorGuard;
import io.tiercel.coordinator.state.PinnedReplicas;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a director of reads what agents have pinned, as that changes. Since the director may hold a lock that everybody needs, telling
 * it takes no more than a fiftieth of the time.
 */
final class PinnedReplicaPublisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PinnedReplicaPublisher.class);
    private static final int AGENTS_AT_ONCE = 64;
    private static final int PAUSE = 49;

    /** A director may forget, as a NameNode does when a DataNode registers anew. */
    private static final long AGAIN = TimeUnit.MINUTES.toNanos(1);

    private final CoordinatorState state;
    private final ErrorGuard guard;
    private final ReadDirector director;
    private final long interval;
    private final ScheduledExecutorService thread = Threads.scheduled("tiercel-reads");
    private final Set<String> failing = new HashSet<>();
    private long toldAll = System.nanoTime();

    private PinnedReplicaPublisher(CoordinatorState state, ReadDirector director, long interval) {
        this.state = state;
        this.guard = new ErrorGuard(state.counters());
        this.director = director;
        this.interval = interval;
    }

    static PinnedReplicaPublisher start(CoordinatorState state, ReadDirector director, Duration interval) {
        PinnedReplicaPublisher teller = new PinnedReplicaPublisher(state, director, interval.toNanos());
        teller.next(0);
        return teller;
    }

    private void next(long took) {
        try {
            thread.schedule(this::round, Math.max(interval, PAUSE * took), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed.
        }
    }

    private void round() {
        long start = System.nanoTime();
        guard.run("looking for pinned replicas", () -> {
            if (start - toldAll > AGAIN) {
                toldAll = start;
                state.allPinsAgain();
            }
            state.changedPins(AGENTS_AT_ONCE).forEach(pins -> guard.run("sending readers to memory", () -> tell(pins)));
        });
        next(System.nanoTime() - start);
    }

    private void tell(PinnedReplicas pins) {
        try {
            director.inMemory(pins.node(), pins.blocks());
            failing.remove(pins.node());
        } catch (IOException | RuntimeException | LinkageError e) {
            state.pinsAgain(pins.node());
            if (failing.add(pins.node())) {
                LOG.info("readers cannot be sent to the memory of {} yet: {}", pins.host(), Threads.root(e));
            }
        } catch (Error e) {
            state.pinsAgain(pins.node());
            throw e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
