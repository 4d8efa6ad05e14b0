package io.tiercel.demo.architecture.violations.assign;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Date;
import java.util.function.Supplier;

public final class ReadsAClock {
    public long nanos() {
        return System.nanoTime();
    }

    public long millis() {
        return System.currentTimeMillis();
    }

    public Instant instant() {
        return Instant.now();
    }

    public Supplier<Instant> reference() {
        return Instant::now;
    }

    public LocalDate day() {
        return LocalDate.now();
    }

    public long clock(Clock clock) {
        return clock.millis();
    }

    public Instant source(InstantSource source) {
        return source.instant();
    }

    public Object date() {
        return new Date();
    }

    public Object calendar() {
        return Calendar.getInstance();
    }
}
