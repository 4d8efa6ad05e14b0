package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SourceTurnsTest {
    private static final int SLOTS = 2;

    private final SourceTurns turns = new SourceTurns();

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
        while (thread.getState() != Thread.State.WAITING && System.nanoTime() < limit) {
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
}
