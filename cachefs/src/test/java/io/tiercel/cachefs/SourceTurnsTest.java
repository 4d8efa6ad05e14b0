package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SourceTurnsTest {
    private static final int SLOTS = 2;
    private static final Set<Thread.State> WAITING_STATES = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final AtomicLong now = new AtomicLong();
    private final SourceTurns turns = new SourceTurns(now::get);

    private interface Step {
        void run() throws InterruptedException;
    }

    /** A transfer that has come to its step, and waits there. */
    private static FutureTask<Void> waiting(Step step) {
        FutureTask<Void> transfer = new FutureTask<>(() -> {
            step.run();
            return null;
        });
        Thread thread = new Thread(transfer);
        thread.setDaemon(true);
        thread.start();
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!WAITING_STATES.contains(thread.getState()) && System.nanoTime() < limit) {
            Thread.onSpinWait();
        }
        assertThat(transfer.isDone()).isFalse();
        return transfer;
    }

    @Test
    void transfersTakeTheTurnsThatTasksLeave() throws Exception {
        turns.begin();
        turns.beginTransfer(SLOTS);
        FutureTask<Void> second = waiting(() -> turns.beginTransfer(SLOTS));
        turns.end();
        second.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTransferYieldsToTasks() throws Exception {
        turns.beginTransfer(SLOTS);
        turns.begin();
        turns.yieldTransfer(SLOTS);
        turns.begin();
        FutureTask<Void> yielding = waiting(() -> turns.yieldTransfer(SLOTS));
        turns.end();
        yielding.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTransferGoesOnWhenATaskWaitsForItsPage() throws Exception {
        turns.begin();
        turns.begin();
        FutureTask<Void> transfer = waiting(() -> turns.beginTransfer(SLOTS));
        turns.beginWait();
        transfer.get(30, TimeUnit.SECONDS);
        turns.endWait();
    }

    @Test
    void aTaskThatComputesWhileItsAnswerGoesOnIsAReader() throws Exception {
        turns.begin();
        turns.begin();
        turns.pause("stream");
        FutureTask<Void> transfer = waiting(() -> turns.beginTransfer(SLOTS));
        turns.leave("stream");
        transfer.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aStreamThatIsNotReadForLongIsNoReader() throws Exception {
        turns.begin();
        turns.begin();
        turns.pause("stream");
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        FutureTask<Void> transfer = waiting(() -> turns.beginTransfer(SLOTS));
        now.incrementAndGet();
        transfer.get(30, TimeUnit.SECONDS);
        turns.leave("stream");
    }

    @Test
    void aPausedStreamCountsOnce() throws Exception {
        turns.begin();
        turns.pause("stream");
        turns.leave("stream");
        turns.leave("stream");
        turns.begin();
        turns.beginTransfer(SLOTS);
    }
}
