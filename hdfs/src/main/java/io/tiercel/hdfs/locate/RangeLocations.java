package io.tiercel.hdfs.locate;

import java.time.Duration;

/** The answers so far to a request for the locations of parts of files. */
public interface RangeLocations {
    /** The answer so far for the range at position {@code range} of the request. */
    RangeLocation known(int range);

    /** The number of ranges without an answer. */
    int pending();

    /**
     * Waits for the answers, at most {@code budget}.
     *
     * @return whether everything is answered
     */
    boolean await(Duration budget);

    /** Runs {@code listener} once everything is answered: at once if it is. */
    void whenDone(Runnable listener);

    /** Gives up on the answers. */
    void cancel();
}
