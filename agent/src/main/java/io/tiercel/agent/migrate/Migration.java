package io.tiercel.agent.migrate;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Migrate;

/** One order to read a block into memory. Any thread may call it off at any time. */
final class Migration {
    private final Migrate order;
    private volatile boolean wanted = true;
    private volatile boolean reported = true;
    private volatile long nanosLeft = Long.MAX_VALUE;
    private volatile Runnable nearlyDone = () -> {};

    Migration(Migrate order) {
        this.order = order;
    }

    long id() {
        return order.getMigration();
    }

    BlockId block() {
        return order.getBlock();
    }

    String storage() {
        return order.getStorage();
    }

    /** @param listener runs once, when little time is left, on the thread that carries the migration out */
    void whenNearlyDone(Runnable listener) {
        nearlyDone = listener;
    }

    /** @param nanos time that reading {@code done} of all bytes took */
    void progressed(long done, long all, long nanos) {
        boolean before = isNearlyDone();
        nanosLeft = done == 0 ? Long.MAX_VALUE : Math.round((double) nanos * (all - done) / done);
        if (!before && isNearlyDone()) {
            Runnable listener = nearlyDone;
            nearlyDone = () -> {};
            listener.run();
        }
    }

    /** Whether it will end before an order asked for now could arrive. */
    boolean isNearlyDone() {
        return nanosLeft <= Devices.TURNAROUND;
    }

    void callOff() {
        wanted = false;
    }

    /** Calls it off without a report: its coordinator is gone, and the next one may use the same number again. */
    void forget() {
        reported = false;
        callOff();
    }

    boolean isReported() {
        return reported;
    }

    boolean isWanted() {
        return wanted;
    }
}
