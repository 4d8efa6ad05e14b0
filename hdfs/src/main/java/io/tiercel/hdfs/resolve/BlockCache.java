package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.ledger.SourceFile;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of files asked for lately, by user and version. Their age is bounded because replicas move and permissions change without a
 * new version. Shares the places that a million blocks would each have a copy of. Thread-safe.
 */
final class BlockCache {
    private record UserPath(String user, String path) {}

    private final AnswerCache<UserPath, ResolvedFile> files;
    private final LongSupplier ticker;
    private final Map<ReplicaPlace, ReplicaPlace> places = new ConcurrentHashMap<>();

    /** @param maxAge nanoseconds */
    BlockCache(long maxAge, int mostBlocks, LongSupplier ticker) {
        // A file without blocks takes room too.
        this.files =
                new AnswerCache<>(maxAge, mostBlocks, file -> 1 + file.blocks().size());
        this.ticker = ticker;
    }

    ReplicaPlace place(String node, String host, String storage, String type) {
        return places.computeIfAbsent(new ReplicaPlace(node, host, storage, type), same -> same);
    }

    Optional<ResolvedFile> find(SourceFile version, String user) {
        AnswerCache.@Nullable Answer<ResolvedFile> answer =
                files.get(new UserPath(user, version.path()), ticker.getAsLong());
        return Optional.ofNullable(answer).map(AnswerCache.Answer::value).filter(file -> file.version()
                .equals(version));
    }

    void add(ResolvedFile file, String user) {
        files.put(new UserPath(user, file.path()), file, ticker.getAsLong());
    }
}
