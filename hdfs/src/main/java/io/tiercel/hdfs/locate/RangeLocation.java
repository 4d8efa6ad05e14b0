package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer for one {@link FileRange}.
 *
 * @param state whether more is to be expected
 * @param blocks the range's part of each block, in file order. Replicas have node indices of the {@link HostRegistry} as of the
 *     answer. Empty unless {@link State#LOCATED}; also empty for a range without bytes
 * @param miss the reason where there are no locations, else null
 */
public record RangeLocation(State state, List<Block> blocks, @Nullable LocationMiss miss) {
    /** Whether more is to be expected. */
    public enum State {
        /** Not known yet. */
        PENDING,
        /** Known. */
        LOCATED,
        /** There will be no locations; {@link RangeLocation#miss()} says why. */
        MISSED
    }

    static final RangeLocation PENDING = new RangeLocation(State.PENDING, List.of(), null);

    static RangeLocation located(List<Block> blocks) {
        return new RangeLocation(State.LOCATED, blocks, null);
    }

    static RangeLocation missed(LocationMiss miss) {
        return new RangeLocation(State.MISSED, List.of(), miss);
    }
}
