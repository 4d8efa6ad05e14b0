package io.tiercel.client;

import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.Skipped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The share of a coming job's input that will be in memory in time.
 *
 * @param neededBy when it will be read
 * @param inMemory what is there already
 * @param inTime what is expected by then
 * @param late what is expected later
 * @param stuck what nothing brings in now: there is no room, or no agent that answers; it stays asked for
 * @param lastExpected when the last of what is on its way is expected; empty if nothing is
 * @param kept how long the job's claims live, from the answer on, unless it takes them over
 * @param skipped what will not come in, and why
 */
public record Announcement(
        Instant neededBy,
        Part inMemory,
        Part inTime,
        Part late,
        Part stuck,
        Optional<Instant> lastExpected,
        Duration kept,
        List<Skipped> skipped) {
    public Announcement {
        skipped = List.copyOf(skipped);
    }

    /** Some blocks, and their bytes. */
    public record Part(int blocks, long bytes) {
        private static final Part NONE = new Part(0, 0);

        private Part with(BlockState block) {
            return new Part(blocks + 1, bytes + block.getLength());
        }

        private Part with(Part other) {
            return new Part(blocks + other.blocks, bytes + other.bytes);
        }
    }

    static Announcement of(Instant neededBy, PrefetchReply reply) {
        Part inMemory = Part.NONE;
        Part inTime = Part.NONE;
        Part late = Part.NONE;
        Part stuck = Part.NONE;
        long last = Long.MIN_VALUE;
        for (BlockState block : reply.getBlocksList()) {
            if (block.getState() == MigrationState.RESIDENT) {
                inMemory = inMemory.with(block);
            } else if (!block.hasExpectedMillis()) {
                stuck = stuck.with(block);
            } else {
                last = Math.max(last, block.getExpectedMillis());
                if (Instant.ofEpochMilli(block.getExpectedMillis()).isAfter(neededBy)) {
                    late = late.with(block);
                } else {
                    inTime = inTime.with(block);
                }
            }
        }
        return new Announcement(
                neededBy,
                inMemory,
                inTime,
                late,
                stuck,
                last == Long.MIN_VALUE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(last)),
                Duration.ofMillis(reply.getLeaseMillis()),
                reply.getSkippedList());
    }

    /** All that the job claims by this. */
    public Part all() {
        return inMemory.with(inTime).with(late).with(stuck);
    }

    /** Whether all that was named is expected to be in memory when it is needed. */
    public boolean complete() {
        return late.blocks() + stuck.blocks() == 0 && skipped.isEmpty();
    }
}
