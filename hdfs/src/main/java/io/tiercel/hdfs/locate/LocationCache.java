package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Locations of recently used files, bounded by age and by the number of blocks. An entry serves readers of its own version. A reader
 * that knows no version gets only an answer of the last moments.
 */
final class LocationCache {
    /**
     * How long an answer serves readers that know no version. Long enough for the jobs of one action to share it, short
     * enough that a file which was written anew is noticed.
     */
    static final long UNVERSIONED_NANOS = 3_000_000_000L;

    /** A user's view of a file. Users share no entries, since one may see what another may not. */
    record Key(String user, Path path) {}

    private final AnswerCache<Key, FileBlocks> answers;

    LocationCache(long timeToLiveNanos, int maxBlocks) {
        // A file without blocks takes room too.
        answers = new AnswerCache<>(
                timeToLiveNanos, maxBlocks, file -> 1 + file.blocks().size());
    }

    /** @param expected the version that the reader has seen; null if it knows none */
    @Nullable
    FileBlocks get(Key key, @Nullable FileVersion expected, long now) {
        AnswerCache.Answer<FileBlocks> answer = answers.get(key, now);
        if (answer == null) {
            return null;
        }
        boolean same = expected == null
                ? now - answer.askedAt() < UNVERSIONED_NANOS
                : expected.equals(answer.value().version());
        return same ? answer.value() : null;
    }

    /** @param askedAt nanosecond time of the question: from then on the answer ages */
    void put(Key key, FileBlocks blocks, long askedAt) {
        answers.put(key, blocks, askedAt);
    }

    /** Forgets every file that has a replica on {@code node}. */
    void removeNode(HostRegistry hosts, int node) {
        answers.removeIf(file -> file.blocks().stream()
                .flatMap(extent -> extent.replicas().stream())
                .anyMatch(replica -> hosts.canonical(replica.node()) == node));
    }

    int size() {
        return answers.size();
    }
}
