package io.tiercel.agent;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Migrate;

/** One order to bring a block in, which may be called off at any time. */
final class Migration {
    private final Migrate order;
    private volatile boolean wanted = true;
    private volatile boolean known = true;

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
