package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import java.time.Duration;
import java.util.List;

/**
 * Answers that are there at once.
 *
 * @param ranges the location of each range, in the order of the request
 */
public record ImmediateAnswers(List<RangeLocation> ranges) implements RangeLocations {
    public ImmediateAnswers {
        ranges = List.copyOf(ranges);
    }

    @Override
    public RangeLocation known(int range) {
        return ranges.get(range);
    }

    @Override
    public int pending() {
        return 0;
    }

    @Override
    public boolean await(Duration budget) {
        return true;
    }

    @Override
    public void whenDone(Runnable listener) {
        listener.run();
    }

    @Override
    public void cancel() {}
}
