package io.tiercel.coordinator.store;

import io.tiercel.protocol.StoredHints;
import java.io.IOException;

/** Keeps hints for the next coordinator. Calls may wait. */
public interface HintStore {
    /**
     * What was kept last; no hints if nothing was.
     *
     * @throws IOException in one line, if it cannot be read now
     */
    StoredHints read() throws IOException;

    /** @throws IOException in one line, if it cannot be kept now; what was kept before is still there */
    void write(StoredHints hints) throws IOException;

    /** Keeps nothing. */
    static HintStore none() {
        return new HintStore() {
            @Override
            public StoredHints read() {
                return StoredHints.getDefaultInstance();
            }

            @Override
            public void write(StoredHints hints) {}
        };
    }
}
