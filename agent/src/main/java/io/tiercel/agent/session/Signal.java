package io.tiercel.agent.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets a thread wait until there is something to do. */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean raised;
    private boolean closed;

    /** There is something to do. */
    public void raise() {
        lock.lock();
        try {
            raised = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits from now on. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits out the pause; false if closed. */
    public boolean await(WaitBounds pause) throws InterruptedException {
        lock.lock();
        try {
            long spent = sleep(pause.leastNanos(), true);
            sleep(pause.mostNanos() - spent, false);
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
