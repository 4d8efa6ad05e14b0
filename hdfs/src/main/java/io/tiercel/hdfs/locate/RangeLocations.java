package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The answers so far to a request for the locations of parts of files. */
public interface RangeLocations {
    /** The answer so far for the range at position {@code range} of the request. */
    RangeLocation known(int range);

    /** The number of ranges without an answer. */
    int pending();

    /** Waits for the answers, at most {@code budget}. Returns whether everything is answered. */
    boolean await(Duration budget);

    /** Runs {@code listener} once everything is answered: at once if it is. */
    void whenDone(Runnable listener);

    /** Runs {@code listener} each time that files have become known which counted as uncached before. Where all is known at once: never. */
    default void whenLate(Runnable listener) {}

    /** The first task begins to read. From now on, pages that these reads bring into caches are no reason to ask for locations. */
    default void readingBegins() {}

    void cancel();

    /** Grows whenever an answer changes after it was given. Where data moves only with its file's version, none does. */
    default long generation() {
        return 0;
    }

    /**
     * The answer for one {@link FileRange}.
     *
     * @param blocks the range's part of each block, in file order. Replicas have node indices of the {@link HostRegistry} as of the
     *     answer. Empty unless {@link State#LOCATED}; also empty for a range without bytes
     * @param miss the reason where there are no locations, else null
     */
    record RangeLocation(State state, List<Block> blocks, @Nullable LocationMiss miss) {
        public enum State {
            PENDING,
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

    /** Why a file has no locations; {@code detail} is one line for people. */
    record LocationMiss(Path path, Why why, String detail) {
        public enum Why {
            /** The file system does not tell where its blocks lie: local files, object stores. */
            NOT_LOCATED,
            NOT_FOUND,
            NOT_A_FILE,
            /** The user on whose behalf was asked may not see it. */
            PERMISSION_DENIED,
            /** Striped over many nodes: no node holds a whole block, so none is local. */
            ERASURE_CODED,
            /** The file system answered with an error of another kind. */
            FAILED,
            /** The name node did not answer in time, or could not be reached, and was asked again for long enough. */
            UNREACHABLE,
            /** The request was cancelled, or the locator closed. */
            CANCELLED
        }

        @Override
        public String toString() {
            return path + ": " + detail;
        }
    }
}
