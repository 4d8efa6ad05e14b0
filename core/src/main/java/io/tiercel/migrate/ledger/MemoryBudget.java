package io.tiercel.migrate.ledger;

import io.tiercel.model.Preconditions;

/**
 * The memory of one agent that migrations may take: a hard ceiling. Room is reserved before a migration is bound, becomes pinned
 * when it has come in, and is free again only when the agent has said that it let go. Locked memory comes in pages, so sizes
 * are rounded up to whole ones.
 */
public final class MemoryBudget {
    public static final long PAGE = 4096;

    private final long limit;
    private long reserved;
    private long pinned;

    /** @param limit bytes, at least 0 */
    public MemoryBudget(long limit) {
        Preconditions.nonNegative("limit", limit);
        this.limit = limit;
    }

    /** Bytes of memory that a block of {@code bytes} locks. */
    public static long locked(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE ? Long.MAX_VALUE : (bytes + PAGE - 1) / PAGE * PAGE;
    }

    public long limit() {
        return limit;
    }

    /** Bytes of migrations that are bound and not yet in memory. */
    public long reserved() {
        return reserved;
    }

    public long pinned() {
        return pinned;
    }

    public long free() {
        return limit - pinned - reserved;
    }

    public boolean hasRoom(long locked) {
        return locked <= free();
    }

    /** Takes {@code locked} bytes for a migration if there is room, and says whether there was. */
    public boolean reserve(long locked) {
        if (!hasRoom(locked)) {
            return false;
        }
        reserved += locked;
        return true;
    }

    public void pin(long locked) {
        cancel(locked);
        pinned += locked;
    }

    public void cancel(long locked) {
        if (locked > reserved) {
            throw new IllegalStateException("expected at most the " + reserved + " bytes reserved, got " + locked);
        }
        reserved -= locked;
    }

    public void unpin(long locked) {
        if (locked > pinned) {
            throw new IllegalStateException("expected at most the " + pinned + " bytes pinned, got " + locked);
        }
        pinned -= locked;
    }

    @Override
    public String toString() {
        return pinned + " pinned + " + reserved + " reserved of " + limit + " bytes";
    }
}
