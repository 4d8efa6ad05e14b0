package io.tiercel.spark.memory;

import io.tiercel.client.PreferenceSession;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.SerialExecutor;
import io.tiercel.spark.WaitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells YARN, through the coordinator, on which hosts executors would read the input of waiting tasks fastest. Spark asks YARN for
 * executors by itself, on the hosts that tasks prefer. Only {@link #awaitHeard} waits; callers of all others may hold the scheduler's lock.
 */
public final class ExecutorPreferences implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorPreferences.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** After a look at all waiting tasks, a pause of so many times as long as it took: looks cost at most 5 % of a processor. */
    private static final int PAUSE_FACTOR = 20;

    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(1);

    private final CoordinatorConnection coordinator;
    private final FaultLog faults;
    private final Duration budget;
    private final SerialExecutor executor;
    private final Map<Object, Supplier<WaitingTasks>> stages = new ConcurrentHashMap<>();
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final AtomicBoolean isRepeatDue = new AtomicBoolean();
    private final WaitPolicy waits = new WaitPolicy(1);
    private volatile @Nullable PreferenceSession session;

    /** Guarded by this, as is all below. Stages that are about to begin, and may turn out to prefer nothing. */
    private int expected;

    private boolean hasExpected;

    /** The current wait: true once YARN knows what all expected stages prefer. */
    private CompletableFuture<Boolean> heard = new CompletableFuture<>();

    /** When the first stage of the current wait was expected, as {@link System#nanoTime}. */
    private long firstExpectedNanos = System.nanoTime();

    private @Nullable CompletableFuture<Boolean> lastSent;

    /** @param budget an answer that takes longer is late, and nobody waits longer for it */
    public ExecutorPreferences(CoordinatorConnection coordinator, FaultLog faults, Duration budget) {
        this.coordinator = coordinator;
        this.faults = faults;
        this.budget = budget;
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
                () -> settle(currentWait(), false));
    }

    /** A stage is about to begin, or to turn out to prefer nothing. A call of {@link #decided} must follow. */
    public synchronized void expect() {
        if (heard.isDone() || !hasExpected) {
            firstExpectedNanos = System.nanoTime();
        }
        if (heard.isDone()) {
            heard = new CompletableFuture<>();
        }
        hasExpected = true;
        expected++;
    }

    /** An expected stage has begun, or prefers nothing. */
    public void decided() {
        synchronized (this) {
            expected--;
        }
        tell();
    }

    /**
     * A stage has tasks that wait.
     *
     * @param waiting those that still do; asked in the background until the stage ends
     */
    public void begin(Object stage, Supplier<WaitingTasks> waiting) {
        stages.put(stage, waiting);
        boolean isToldLater;
        synchronized (this) {
            isToldLater = expected > 0; // By decided(). Each look at the waiting tasks takes the scheduler's lock.
        }
        if (!isToldLater) {
            tell();
        }
    }

    public void end(Object stage) {
        if (stages.remove(stage) != null) {
            tell();
        }
    }

    /**
     * Completes when the ResourceManager knows what all {@link #expect expected} stages prefer, or when no task waits on any host. After
     * a late or missing answer it completes at once, until an answer comes in time.
     *
     * @return false after the budget, or earlier if no answer is to be expected; else true. Never exceptionally.
     */
    public CompletableFuture<Boolean> whenHeard() {
        if (!waits.isWorthWaiting()) {
            return CompletableFuture.completedFuture(false);
        }
        return currentWait()
                .copy()
                .orTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> {
                    waits.missed();
                    LOG.info("Tiercel: YARN does not know in time where executors would read fastest");
                    return false;
                });
    }

    /** Waits for {@link #whenHeard}. An interrupt is kept. */
    public void awaitHeard() {
        try {
            whenHeard().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** At once: requests for executors may wait for the answer. */
    private void tell() {
        sendOnce(isDue, Duration.ZERO);
    }

    /** Sends after {@code delay}, unless {@code due} says that this is to happen already. */
    private void sendOnce(AtomicBoolean due, Duration delay) {
        if (due.compareAndSet(false, true)) {
            executor.schedule(
                    () -> {
                        due.set(false);
                        send();
                    },
                    delay);
        }
    }

    /** And again after a while, as long as there are stages: their tasks start, and their input moves. */
    private void send() {
        long begin = System.nanoTime();
        try {
            PreferenceSession to = session;
            if (to != null) {
                send(to);
            }
        } finally {
            if (!stages.isEmpty()) {
                Duration rest = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(PAUSE_FACTOR);
                sendOnce(isRepeatDue, rest.compareTo(PAUSE) > 0 ? rest : PAUSE);
            }
        }
    }

    private void send(PreferenceSession to) {
        // Before the stages are asked: a stage that begins meanwhile may be missing in the answers.
        CompletableFuture<Boolean> due;
        boolean isComplete;
        synchronized (this) {
            due = heard;
            isComplete = expected == 0;
            lastSent = null;
        }
        List<AskPreferences> asks = ExecutorCosts.of(waiting());
        CompletableFuture<Boolean> known = to.prefer(asks);
        synchronized (this) {
            lastSent = known;
            isComplete &= hasExpected || !asks.isEmpty();
        }
        if (isComplete && asks.isEmpty()) {
            due.complete(true); // No task waits for an executor on any host, so there is nothing to hear of.
        } else if (isComplete) {
            known.thenAccept(isKnown -> {
                // False may only mean that newer preferences have replaced these; then their answer counts.
                if (isLast(known)) {
                    settle(due, isKnown);
                }
            });
        }
    }

    private synchronized CompletableFuture<Boolean> currentWait() {
        return heard;
    }

    private synchronized boolean isLast(CompletableFuture<Boolean> known) {
        return known == lastSent;
    }

    private void settle(CompletableFuture<Boolean> due, boolean isKnown) {
        long start;
        synchronized (this) {
            start = firstExpectedNanos;
        }
        if (!due.complete(isKnown)) {
            return; // Old news: the preferences were told again.
        }
        if (isKnown) {
            waits.answered(System.nanoTime() - start, budget);
        } else {
            waits.reset(false);
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
        currentWait().complete(false);
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
