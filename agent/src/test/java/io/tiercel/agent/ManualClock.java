package io.tiercel.agent;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands until it is moved on. */
public final class ManualClock implements LongSupplier {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE / 2);

    @Override
    public long getAsLong() {
        return now.get();
    }

    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
