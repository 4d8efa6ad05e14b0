package io.tiercel.agent.migrate;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Migrate;

/** One order to read a block into memory. Any thread may call it off at any time. */
final class Migration {
    private final Migrate order;
    private volatile boolean wanted = true;
    private volatile String end = Migrator.CALLED_OFF;
    private volatile long doneBytes;
    private volatile boolean failed;
    private volatile boolean forgotten;
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
        doneBytes = done;
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

    /** Bytes read so far. */
    long doneBytes() {
        return doneBytes;
    }

    void callOff() {
        wanted = false;
    }

    /** @param why one clause */
    void callOff(String why) {
        end = why;
        callOff();
    }

    /** Why it was called off. */
    String whyCalledOff() {
        return end;
    }

    /** Calls it off without a report: its coordinator is gone, and the next one may use the same number again. */
    void forget() {
        forgotten = true;
        callOff();
    }

    /** Calls it off and says that its failure has been reported, because it may never end. */
    void failed() {
        failed = true;
        callOff();
    }

    /** Whether its end is to be reported. One that has failed may have brought its block in after all. */
    boolean isToReport(boolean isDone) {
        return !forgotten && (isDone || !failed);
    }

    boolean isWanted() {
        return wanted;
    }
}
