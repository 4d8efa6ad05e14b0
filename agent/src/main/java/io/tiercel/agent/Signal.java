package io.tiercel.agent;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets a thread wait until there is something to do. */
final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean raised;
    private boolean closed;

    /** There is something to do. */
    void raise() {
        lock.lock();
        try {
            raised = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits out the pause; false if closed. */
    boolean await(Pause pause) throws InterruptedException {
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
