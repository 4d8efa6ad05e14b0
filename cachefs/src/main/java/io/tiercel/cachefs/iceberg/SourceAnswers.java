package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.iceberg.ThreadVersions.Answered;
import io.tiercel.cachefs.store.ObjectVersion;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/** The source's answers to one user about files: that they are there, that this user may read them, and which version it is. Thread-safe. */
final class SourceAnswers {
    /** Files whose answers are remembered at most. */
    private static final int MOST_KNOWN = 100_000;

    /**
     * The source's answer about a file.
     *
     * @param tag entity tag, as S3 writes it; null if the source tells none
     * @param time of the question, as {@link System#nanoTime} tells it
     */
    record Answer(ObjectVersion version, @Nullable String tag, long time) {
        long length() {
            return version.length();
        }
    }

    private final FileIO source;
    private final long recheckNanos;
    private final LongSupplier nanoTime;
    private final Map<String, Answer> known = new ConcurrentHashMap<>();

    /** @param recheck how long an answer counts; zero: for one opening */
    SourceAnswers(FileIO source, Duration recheck, LongSupplier nanoTime) {
        this.source = source;
        this.recheckNanos = recheck.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * The answer about a file: one that still counts, or a new one.
     *
     * @throws RuntimeException of the source
     */
    Answer about(String location) {
        Answer before = known.get(location);
        long now = nanoTime.getAsLong();
        if (before != null && now - before.time() < recheckNanos) {
            return before;
        }
        // A new file object each time: it keeps S3's first answer.
        Answered<Long> length =
                ThreadVersions.ask(() -> source.newInputFile(location).getLength());
        Answer answer = length.told()
                .map(told -> new Answer(told.version(), told.tag(), now))
                .orElseGet(() -> new Answer(SharedObjects.writtenOnce(location, length.answer()), null, now));
        if (recheckNanos > 0) {
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            known.put(location, answer);
        }
        return answer;
    }

    /** A file changes. */
    void forget(String location) {
        known.remove(location);
    }

    /** Any file may change. */
    void forgetAll() {
        known.clear();
    }
}
