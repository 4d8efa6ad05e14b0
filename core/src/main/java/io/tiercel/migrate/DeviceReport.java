package io.tiercel.migrate;

import io.tiercel.model.BlockId;
import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * An agent's report of one device, with each poll.
 *
 * @param queued the blocks that it has yet to bring in, the one that it is reading first
 * @param runningFor nanoseconds since it began to read the first of them, 0 if it has not
 * @param freePlaces how many more it would take at most, at least 0; a coordinator binds no more than needed, whatever this says
 */
public record DeviceReport(int device, List<BlockId> queued, long runningFor, int freePlaces) {
    public DeviceReport {
        Preconditions.index("device", device);
        Preconditions.nonNegative("runningFor", runningFor);
        Preconditions.atLeast("freePlaces", freePlaces, 0);
        queued = List.copyOf(queued);
    }
}
