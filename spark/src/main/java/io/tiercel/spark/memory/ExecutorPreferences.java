package io.tiercel.spark.memory;

import io.tiercel.client.PreferenceSession;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.SerialExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells YARN, through the coordinator, on which hosts executors would read the input of waiting tasks fastest. Spark asks YARN for
 * executors by itself, on the hosts that tasks prefer. Callers never wait, and may hold the scheduler's lock.
 */
public final class ExecutorPreferences implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorPreferences.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Looking at all waiting tasks takes at most one part in so many of a processor's time. */
    private static final int PAUSES = 20;

    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(1);

    private final CoordinatorConnection coordinator;
    private final FaultLog faults;
    private final SerialExecutor executor;
    private final Map<Object, Supplier<WaitingTasks>> stages = new ConcurrentHashMap<>();
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final CountDownLatch heard = new CountDownLatch(1);
    private volatile @Nullable PreferenceSession session;

    public ExecutorPreferences(CoordinatorConnection coordinator, FaultLog faults) {
        this.coordinator = coordinator;
        this.faults = faults;
        this.executor = new SerialExecutor("tiercel-executors", "executors start where YARN puts them", faults);
    }

    /**
     * Begins to tell what was noted so far and will be.
     *
     * @param application its id, as YARN writes it
     * @param attempt of its master, counted from 1
     */
    public void open(String application, int attempt) {
        coordinator.with(
                to -> {
                    session = to.client()
                            .preferences(
                                    application,
                                    attempt,
                                    why -> LOG.warn("Tiercel: executors start where YARN puts them: {}", why));
                    tell();
                },
                () -> {});
    }

    /**
     * A stage has tasks that wait.
     *
     * @param waiting those that still do; asked in the background until the stage ends
     */
    public void begin(Object stage, Supplier<WaitingTasks> waiting) {
        stages.put(stage, waiting);
        tell();
    }

    public void end(Object stage) {
        if (stages.remove(stage) != null) {
            tell();
        }
    }

    /** Waits until the ResourceManager knows of the first preferences, or is not to be expected to soon. An interrupt is kept. */
    public void awaitHeard(Duration budget) {
        try {
            if (!heard.await(budget.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.info("Tiercel: YARN does not know in time where executors would read fastest");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        if (isDue.compareAndSet(false, true)) {
            executor.execute(this::send);
        }
    }

    /** And again after a while, as long as there are stages: their tasks start, and their input moves. */
    private void send() {
        isDue.set(false);
        long begin = System.nanoTime();
        try {
            PreferenceSession to = session;
            if (to != null) {
                List<AskPreferences> asks = ExecutorCosts.of(waiting());
                CompletableFuture<Boolean> known = to.prefer(asks);
                if (!asks.isEmpty()) {
                    known.thenRun(heard::countDown);
                }
            }
        } finally {
            if (!stages.isEmpty() && isDue.compareAndSet(false, true)) {
                Duration taken = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(PAUSES);
                executor.schedule(this::send, taken.compareTo(PAUSE) > 0 ? taken : PAUSE);
            }
        }
    }

    /** A stage that fails to say what waits is left out of this turn; the others still count. */
    private List<WaitingTasks> waiting() {
        List<WaitingTasks> all = new ArrayList<>();
        stages.forEach((stage, supplier) -> {
            try {
                all.add(supplier.get());
            } catch (RuntimeException e) {
                faults.report("executors for a stage start where YARN puts them", e);
            }
        });
        return all;
    }

    /** Prefers nothing any more. Call before the connection is closed. */
    @Override
    public void close() {
        executor.close(
                () -> {
                    PreferenceSession last = session;
                    if (last != null) {
                        last.close();
                    }
                },
                CLOSE_BUDGET);
    }
}
