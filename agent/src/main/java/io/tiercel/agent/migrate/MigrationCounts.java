package io.tiercel.agent.migrate;

import io.tiercel.protocol.MigrationEnd;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts how migrations have ended since the agent's start. Thread-safe. */
public final class MigrationCounts {
    private final LongAdder blocks = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder foundBytes = new LongAdder();
    private final Map<MigrationFailure, LongAdder> failures = new EnumMap<>(MigrationFailure.class);

    public MigrationCounts() {
        for (MigrationFailure failure : MigrationFailure.values()) {
            failures.put(failure, new LongAdder());
        }
    }

    public void ended(MigrationEnd end) {
        if (end.getDone()) {
            blocks.increment();
            bytes.add(end.getBytes());
            foundBytes.add(end.getFoundBytes());
        } else {
            failures.get(MigrationFailure.of(end.getFailure())).increment();
        }
    }

    /** Blocks that came into memory. */
    public long blocks() {
        return blocks.sum();
    }

    /** Bytes of these blocks. */
    public long bytes() {
        return bytes.sum();
    }

    /** Bytes of these blocks that were in memory before. */
    public long foundBytes() {
        return foundBytes.sum();
    }

    public long failed(MigrationFailure failure) {
        return failures.get(failure).sum();
    }
}
