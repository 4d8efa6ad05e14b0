package io.tiercel.cachefs;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The readers of the source in this process. Tasks read at once. Transfers take the slots of the executor that tasks leave. So no more
 * streams share the link than without transfers. Otherwise all input would come late, at one time.
 *
 * <p>A task that reads in sequence and computes in between counts as a reader all the time: its answer goes on, into buffers. A task that
 * has read its input, and then computes, does not. Thread-safe.
 */
public final class SourceTurns {
    /** A stream that was not read for so long has filled its buffers. */
    private static final long IDLE_NANOS = 1_000_000_000;

    /** How often a transfer that waits looks for such streams. */
    private static final long LOOK_MILLIS = 100;

    private final LongSupplier nanoTime;
    private int reading;
    private int waiting;

    /** Streams of tasks that compute while their answers go on, with the time of their last read. */
    private final Map<Object, Long> paused = new IdentityHashMap<>();

    SourceTurns(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A task begins to read. */
    public synchronized void begin() {
        reading++;
    }

    /** A task has read, or a transfer ends. */
    public synchronized void end() {
        reading--;
        notifyAll();
    }

    /** A task has read, but not to the end of its answer. To be followed by {@link #leave}. */
    public synchronized void pause(Object stream) {
        end();
        paused.put(stream, nanoTime.getAsLong());
    }

    /** A paused stream reads again, or its answer is not wanted any more. Ignored if it was not paused. */
    public synchronized void leave(Object stream) {
        if (paused.remove(stream) != null) {
            notifyAll();
        }
    }

    /** A task waits for a page that a transfer brings in: transfers go on at once. */
    synchronized void beginWait() {
        waiting++;
        notifyAll();
    }

    synchronized void endWait() {
        waiting--;
    }

    /**
     * A transfer begins, when fewer than {@code most} read or a task waits for a page. Must be followed by {@link #end}.
     *
     * @param most readers at a time, at least 1
     */
    public synchronized void beginTransfer(int most) throws InterruptedException {
        awaitTurn(most);
        reading++;
    }

    /** A transfer has read a page. It goes on if there are not more than {@code most} readers with it; else it waits for another turn. */
    public synchronized void yieldTransfer(int most) throws InterruptedException {
        if (readers() <= most || waiting > 0) {
            return;
        }
        end();
        try {
            awaitTurn(most);
        } finally {
            reading++;
        }
    }

    private void awaitTurn(int most) throws InterruptedException {
        while (readers() >= most && waiting == 0) {
            if (paused.isEmpty()) {
                wait();
            } else {
                wait(LOOK_MILLIS);
            }
        }
    }

    private int readers() {
        long now = nanoTime.getAsLong();
        paused.values().removeIf(readAt -> now - readAt > IDLE_NANOS);
        return reading + paused.size();
    }
}
