package io.tiercel.agent.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets a thread wait until there is something to do. */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean raised;
    private boolean closed;

    /** Wakes the waiting thread, or the next one to wait. */
    public void raise() {
        lock.lock();
        try {
            raised = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting, now and later. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits within the bounds; false once closed. */
    public boolean await(WaitBounds bounds) throws InterruptedException {
        lock.lock();
        try {
            long spent = sleep(bounds.leastNanos(), true);
            sleep(bounds.mostNanos() - spent, false);
            raised = false;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private long sleep(long nanos, boolean deaf) throws InterruptedException {
        long left = nanos;
        while (left > 0 && !closed && (deaf || !raised)) {
            left = changed.awaitNanos(left);
        }
        return nanos - left;
    }
}
