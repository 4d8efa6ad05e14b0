package io.tiercel.spark.input;

import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.LocationRequest;
import io.tiercel.hdfs.locate.RangeLocation;
import java.time.Duration;
import java.util.List;

/** Locates parts of files. Production uses a {@link BlockLocator}; tests make up clusters. */
@FunctionalInterface
public interface InputLocator {
    /** Asks, and returns at once. */
    Answers locate(List<FileRange> ranges);

    /** What has come of a request so far; as {@link LocationRequest}. */
    interface Answers {
        /** The location of the range at this position of the request, as far as known. */
        RangeLocation known(int range);

        /** Number of ranges whose answer is still to come. */
        int pending();

        /** Waits for the answers, at most {@code budget}; true if all have come. */
        boolean await(Duration budget);

        /** Runs {@code listener} once everything is answered. */
        void whenDone(Runnable listener);

        /** Nobody needs the answers any more. */
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
