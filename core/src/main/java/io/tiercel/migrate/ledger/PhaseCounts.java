package io.tiercel.migrate.ledger;

/** A job's claimed blocks by phase, and bytes of all of them and of those in memory. */
public record PhaseCounts(
        long wanted, long pending, long bound, long resident, long failed, long wantedBytes, long residentBytes) {}
