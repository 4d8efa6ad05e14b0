package io.tiercel.cachefs;

/**
 * The readers of the source in this process. Tasks read at once. Transfers take the slots of the executor that tasks leave. So no more
 * streams share the link than without transfers. Otherwise all input would come late, at one time. Thread-safe.
 */
public final class SourceTurns {
    private int reading;
    private int waiting;

    /** A task begins to read. */
    public synchronized void begin() {
        reading++;
    }

    /** A task has read, or a transfer ends. */
    public synchronized void end() {
        reading--;
        notifyAll();
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
        if (reading <= most || waiting > 0) {
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
        while (reading >= most && waiting == 0) {
            wait();
        }
    }
}
