package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What an agent says in one exchange. Sizes in bytes, durations in nanoseconds.
 *
 * @param node the DataNode's UUID
 * @param session as given at registration
 * @param ended migrations that have ended
 * @param running all that it has queued or runs
 * @param rooms how many more each storage's queue would take
 * @param cached what has changed in the page cache
 * @param unpinned what it holds no more
 * @param pinned all that it holds
 * @param budget most that may be migrated to it
 * @param watchSerial the last order to watch that it has taken note of
 */
public record Heartbeat(
        String node,
        long session,
        List<End> ended,
        List<Running> running,
        List<Room> rooms,
        List<InCache> cached,
        List<BlockId> unpinned,
        long pinned,
        long budget,
        long watchSerial) {
    /**
     * A migration has ended.
     *
     * @param waited of its duration, that in which the device served others
     * @param found of its bytes, those that were in memory before
     */
    public record End(
            long migration,
            BlockId block,
            boolean done,
            long bytes,
            long duration,
            long waited,
            long found,
            String failure) {
        /** For how long the device was at work on it, whatever the agent says at least no time and at most all of it. */
        long served() {
            return Math.max(0, duration - Math.max(0, waited));
        }
    }

    /** A migration that runs, for so long, or waits. */
    public record Running(long migration, OptionalLong elapsed) {}

    /** Places in a queue; {@code bytesPerSecond} as in {@link Registration.Storage}. */
    public record Room(String storage, int migrations, OptionalDouble bytesPerSecond) {}

    /** Bytes of a block in the page cache, 0 if none are left. */
    public record InCache(BlockId block, long bytes, long length) {}
}
