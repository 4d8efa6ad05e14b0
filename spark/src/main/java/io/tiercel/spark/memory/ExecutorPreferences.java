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
 * executors by itself, on the hosts that tasks prefer. Callers never wait, and may hold the scheduler's lock.
 */
public final class ExecutorPreferences implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorPreferences.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Looking at all waiting tasks takes at most one part in so many of a processor's time. */
    private static final int PAUSES = 20;

    /** Usually an answer takes a tenth of a second. One that takes longer than this is late. */
    public static final Duration BUDGET = Duration.ofSeconds(5);

    private static final Duration CLOSE_BUDGET = Duration.ofSeconds(1);

    private final CoordinatorConnection coordinator;
    private final FaultLog faults;
    private final SerialExecutor executor;
    private final Map<Object, Supplier<WaitingTasks>> stages = new ConcurrentHashMap<>();
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final AtomicBoolean isRepeatDue = new AtomicBoolean();
    private final WaitPolicy waits = new WaitPolicy(1);
    private volatile @Nullable PreferenceSession session;

    /** Guarded by this, as is all below. Stages that are about to begin, and may turn out to prefer nothing. */
    private int expected;

    private boolean hasExpected;

    /** Completes with whether YARN knows what all stages prefer that were expected so far. */
    private CompletableFuture<Boolean> heard = new CompletableFuture<>();

    /** When the first of the stages was expected that {@link #heard} waits for, as {@link System#nanoTime}. */
    private long since = System.nanoTime();

    private @Nullable CompletableFuture<Boolean> lastSent;

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
                () -> settle(unheard(), false));
    }

    /** A stage is about to begin, or to turn out to prefer nothing. A call of {@link #decided} must follow. */
    public synchronized void expect() {
        if (heard.isDone() || !hasExpected) {
            since = System.nanoTime();
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
        tell();
    }

    public void end(Object stage) {
        if (stages.remove(stage) != null) {
            tell();
        }
    }

    /**
     * Completes once a stage was {@link #expect expected}, and the ResourceManager knows what all expected stages prefer. After one
     * answer that was late or did not come, nobody waits until one comes again.
     *
     * @return true if it knows; false after the budget, or earlier if no answer is to be expected. Never exceptionally.
     */
    public CompletableFuture<Boolean> whenHeard(Duration budget) {
        if (!waits.isWorthWaiting()) {
            return CompletableFuture.completedFuture(false);
        }
        return unheard()
                .copy()
                .orTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> {
                    waits.missed();
                    LOG.info("Tiercel: YARN does not know in time where executors would read fastest");
                    return false;
                });
    }

    /** Waits for {@link #whenHeard}. An interrupt is kept. */
    public void awaitHeard(Duration budget) {
        try {
            whenHeard(budget).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** At once: whoever asks for executors waits for it. */
    private void tell() {
        if (isDue.compareAndSet(false, true)) {
            executor.execute(() -> {
                isDue.set(false);
                send();
            });
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
            if (!stages.isEmpty() && isRepeatDue.compareAndSet(false, true)) {
                Duration taken = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(PAUSES);
                executor.schedule(
                        () -> {
                            isRepeatDue.set(false);
                            send();
                        },
                        taken.compareTo(PAUSE) > 0 ? taken : PAUSE);
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
                // What other preferences have replaced is not known, but those may be soon.
                if (isLast(known)) {
                    settle(due, isKnown);
                }
            });
        }
    }

    private synchronized CompletableFuture<Boolean> unheard() {
        return heard;
    }

    private synchronized boolean isLast(CompletableFuture<Boolean> known) {
        return known == lastSent;
    }

    private void settle(CompletableFuture<Boolean> due, boolean isKnown) {
        long start;
        synchronized (this) {
            start = since;
        }
        if (!due.complete(isKnown)) {
            return; // Old news: the preferences were told again.
        }
        if (isKnown) {
            waits.answered(System.nanoTime() - start, BUDGET);
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
        unheard().complete(false);
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
