package io.tiercel.migrate;

import io.tiercel.model.BlockId;
import java.util.List;

/**
 * The outcome of one hint, block by block.
 *
 * @param waiting how many wait to be migrated
 * @param arriving how many are with an agent already
 * @param inMemory how many are in memory already
 * @param rejected those that are not migrated, and why
 */
public record HintOutcome(int waiting, int arriving, int inMemory, List<Rejected> rejected) {
    public HintOutcome {
        rejected = List.copyOf(rejected);
    }

    /** A block that is not migrated. */
    public record Rejected(BlockId block, RejectReason reason) {}
}
