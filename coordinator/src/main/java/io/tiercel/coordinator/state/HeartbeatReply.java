package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.List;

/**
 * What an agent is to do.
 *
 * @param register it has to register first, again perhaps; all else is empty then
 * @param migrate to be queued
 * @param unpin to be let go
 * @param cancel numbers of migrations that nobody wants any more
 * @param watch blocks to watch, and those to watch no more, with the serial to repeat
 */
public record HeartbeatReply(
        boolean register,
        List<Migrate> migrate,
        List<BlockId> unpin,
        List<Long> cancel,
        List<BlockId> watch,
        List<BlockId> unwatch,
        long watchSerial) {
    /** It has to register. */
    static final HeartbeatReply REGISTER =
            new HeartbeatReply(true, List.of(), List.of(), List.of(), List.of(), List.of(), 0);

    /** A migration. */
    public record Migrate(long number, BlockId block, String storage, long length) {}
}
