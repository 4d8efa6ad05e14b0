package io.tiercel.agent.migrate;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Migrate;

/** One order to bring a block in, which may be called off at any time. */
public final class Migration {
    private final Migrate order;
    private volatile boolean wanted = true;
    private volatile boolean known = true;
    private volatile long nanosLeft = Long.MAX_VALUE;
    private volatile Runnable nearlyDone = () -> {};

    Migration(Migrate order) {
        this.order = order;
    }

    long id() {
        return order.getMigration();
    }

    public BlockId block() {
        return order.getBlock();
    }

    String storage() {
        return order.getStorage();
    }

    /** @param told once, when little time is left, on the thread that carries the migration out */
    void whenNearlyDone(Runnable told) {
        nearlyDone = told;
    }

    /** So many bytes of all have come in, in that time. */
    void progressed(long done, long all, long nanos) {
        boolean before = nearlyDone();
        nanosLeft = done == 0 ? Long.MAX_VALUE : Math.round((double) nanos * (all - done) / done);
        if (!before && nearlyDone()) {
            Runnable told = nearlyDone;
            nearlyDone = () -> {};
            told.run();
        }
    }

    /** Whether it will have ended by the time that an order asked for now has come. */
    boolean nearlyDone() {
        return nanosLeft <= Devices.TURNAROUND;
    }

    void callOff() {
        wanted = false;
    }

    /** Calls it off, and nobody is to hear of it: who ordered it is gone, and the next one's numbers may be the same. */
    void forget() {
        known = false;
        callOff();
    }

    boolean known() {
        return known;
    }

    boolean wanted() {
        return wanted;
    }
}
