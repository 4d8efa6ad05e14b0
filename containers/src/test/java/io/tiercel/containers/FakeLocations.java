package io.tiercel.containers;

import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.model.Block;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Locations of parts of files that come when the test says. */
final class FakeLocations implements RangeLocations {
    private final int ranges;
    private final Map<Integer, List<Block>> known = new HashMap<>();

    FakeLocations(int ranges) {
        this.ranges = ranges;
    }

    FakeLocations located(int range, Block... blocks) {
        known.put(range, List.of(blocks));
        return this;
    }

    @Override
    public RangeLocation known(int range) {
        List<Block> blocks = known.get(range);
        return blocks == null
                ? new RangeLocation(RangeLocation.State.PENDING, List.of(), null)
                : new RangeLocation(RangeLocation.State.LOCATED, blocks, null);
    }

    @Override
    public int pending() {
        return ranges - known.size();
    }

    @Override
    public boolean await(Duration budget) {
        return pending() == 0;
    }

    @Override
    public void whenDone(Runnable listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel() {}
}
