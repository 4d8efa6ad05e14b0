package io.tiercel.record;

import io.tiercel.assign.Reason;
import java.util.List;

/**
 * The starts and held slots of one round of a planned stage, ready to be written.
 *
 * @param attempt of the stage, from 0
 * @param timeMillis since the epoch
 */
public record StartsRecord(String app, int stage, int attempt, long timeMillis, List<Start> starts, List<Held> held) {
    public StartsRecord {
        starts = List.copyOf(starts);
        held = List.copyOf(held);
    }

    /** A task that got a slot. @param task its index within the stage */
    public record Start(int task, String node, Reason reason) {}

    /** Slots that stay free for tasks of a node. */
    public record Held(String node, int slots) {}
}
