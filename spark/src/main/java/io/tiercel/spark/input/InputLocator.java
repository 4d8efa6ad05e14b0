package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.LocationRequest;
import io.tiercel.hdfs.locate.RangeLocation;
import java.time.Duration;
import java.util.List;

/** Where parts of files lie. The shipping one is a {@link BlockLocator}; tests make up clusters of their own. */
@FunctionalInterface
public interface InputLocator {
    /** Asks, and returns at once. */
    Answers locate(List<FileRange> ranges);

    /** What has come of a request so far; as {@link LocationRequest}. */
    interface Answers {
        /** What is known of the range at this position of the request. */
        RangeLocation known(int range);

        /** Of how many ranges more is to be expected. */
        int pending();

        /** Waits for the answers, but no longer than {@code budget}. */
        boolean await(Duration budget);

        /** Runs {@code listener} once everything is answered. */
        void whenDone(Runnable listener);

        /** The answers are not wanted any more. */
        void cancel();
    }

    /** Asks {@code locator}. */
    static InputLocator of(BlockLocator locator) {
        return ranges -> {
            LocationRequest locating = locator.request(ranges);
            return new Answers() {
                @Override
                public RangeLocation known(int range) {
                    return locating.known(range);
                }

                @Override
                public int pending() {
                    return locating.pending();
                }

                @Override
                public boolean await(Duration budget) {
                    return locating.await(budget);
                }

                @Override
                public void whenDone(Runnable listener) {
                    locating.whenDone(listener);
                }

                @Override
                public void cancel() {
                    locating.cancel();
                }
            };
        };
    }
}
