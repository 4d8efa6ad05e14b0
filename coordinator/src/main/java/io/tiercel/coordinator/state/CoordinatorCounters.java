package io.tiercel.coordinator.state;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of events since the coordinator's start. Safe for use by several threads. */
public final class CoordinatorCounters {
    private final AtomicLongArray counts = new AtomicLongArray(CoordinatorCounter.values().length);

    public void count(CoordinatorCounter what) {
        add(what, 1);
    }

    void add(CoordinatorCounter what, long more) {
        counts.addAndGet(what.ordinal(), more);
    }

    public long get(CoordinatorCounter what) {
        return counts.get(what.ordinal());
    }
}
