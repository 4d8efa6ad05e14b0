package io.tiercel.agent.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets a thread wait until there is something to do. */
public final class Signal {
    private final Semaphore raised = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);

    public void raise() {
        raised.release();
    }

    /** Ends all waiting, now and later. */
    public void close() {
        closed.countDown();
        raise();
    }

    /** Waits within the bounds; false once closed. */
    public boolean await(WaitBounds bounds) throws InterruptedException {
        if (!closed.await(bounds.leastNanos(), TimeUnit.NANOSECONDS)) {
            raised.tryAcquire(bounds.mostNanos() - bounds.leastNanos(), TimeUnit.NANOSECONDS);
            raised.drainPermits();
        }
        return closed.getCount() > 0;
    }

    /** The bounds of a wait: the least holds even if there is something to do, the most if there is nothing. */
    public record WaitBounds(long leastNanos, long mostNanos) {
        public static WaitBounds exactly(long nanos) {
            return new WaitBounds(nanos, nanos);
        }
    }
}
